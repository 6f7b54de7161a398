/** The colours are those of packages/web/design/tokens.css. */
export const RECEIPT_STYLE = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f4f5f3, #121513);
  --surface: light-dark(#ffffff, #1a1f1c);
  --line: light-dark(#d9ddd6, #323a35);
  --text: light-dark(#1b211d, #e8ece9);
  --muted: light-dark(#576159, #a5b0a9);
  --accent: light-dark(#14655a, #6fcdbb);
  --good: light-dark(#1e6b34, #86d79b);
  --good-soft: light-dark(#e3f3e6, #193322);
  --bad: light-dark(#a3271f, #ff9d92);
  --bad-soft: light-dark(#fbeae8, #3a1d1a);
  --warn: light-dark(#805300, #efc26a);
  --warn-soft: light-dark(#fbf0d9, #352a14);
  --soft: light-dark(#e1f0ec, #1b3531);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  padding: 1.5rem 1rem 3rem;
  background: var(--page);
  color: var(--text);
  font: 0.9375rem/1.5 "Inter", ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
main, #result { max-width: 50rem; margin: 0 auto 1rem; border-radius: 0.875rem; overflow-wrap: anywhere; }
main { padding: 2rem; background: var(--surface); border: 1px solid var(--line); }
#result { padding: 0.875rem 1.25rem; background: var(--warn-soft); color: var(--warn); }
#result[data-state="good"] { background: var(--good-soft); color: var(--good); }
#result[data-state="bad"] { background: var(--bad-soft); color: var(--bad); }
#result ul { margin: 0.25rem 0 0; padding-left: 1.125rem; color: var(--text); }
#result li[data-passed="false"] { color: var(--bad); font-weight: 600; }
#result button {
  margin-top: 0.75rem;
  padding: 0.375rem 0.75rem;
  border: 1px solid currentcolor;
  border-radius: 0.5rem;
  background: none;
  color: inherit;
  font: inherit;
  cursor: pointer;
}
.brand { margin: 0 0 1.25rem; font-weight: 600; color: var(--accent); }
.brand span { color: var(--muted); font-weight: 400; }
h1 { margin: 0 0 0.5rem; font-size: 1.5rem; line-height: 1.25; }
h2 { margin: 0 0 0.625rem; font-size: 0.9375rem; }
section, footer { margin-top: 1.75rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
.content { white-space: pre-wrap; }
.muted, dt, th { color: var(--muted); font-size: 0.8125rem; font-weight: 400; }
.pill { display: inline-block; padding: 0.125rem 0.625rem; border-radius: 1rem; background: var(--soft); color: var(--accent); font-weight: 600; }
.pill[data-style="SUCCESS"] { background: var(--good-soft); color: var(--good); }
.pill[data-style="DANGER"] { background: var(--bad-soft); color: var(--bad); }
.pill[data-style="WARNING"] { background: var(--warn-soft); color: var(--warn); }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: 0.875rem 1.5rem; margin: 1.25rem 0 0; }
footer dl { margin: 0; }
dt, dd { margin: 0; }
code { font: 0.75rem/1.5 ui-monospace, "SF Mono", "Cascadia Code", "Roboto Mono", Menlo, Consolas, monospace; }
.steps { margin: 0; padding: 0; list-style: none; }
.steps li { position: relative; padding: 0 0 1rem 1.75rem; }
.steps li::before { content: ""; position: absolute; left: 0.25rem; top: 0.375rem; width: 0.625rem; height: 0.625rem; border: 2px solid var(--muted); border-radius: 50%; }
.steps li[data-status="completed"]::before { border-color: var(--good); background: var(--good); }
.steps li:not(:last-child)::after { content: ""; position: absolute; left: 0.6875rem; top: 1.375rem; bottom: -0.25rem; border-left: 1px solid var(--line); }
.steps li:last-child { padding-bottom: 0; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.5rem 0.75rem 0.5rem 0; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
thead th { overflow-wrap: normal; border-top: 0; padding-top: 0; }
.files td:last-child { width: 50%; }
.log td:nth-child(2) { width: 16.5rem; }
@media (max-width: 40rem) {
  body { padding: 0.75rem 0.5rem 2rem; }
  main { padding: 1.25rem 1rem; }
  table, tbody, tr, td { display: block; width: auto; }
  .files td:last-child, .log td:nth-child(2) { width: auto; }
  thead { display: none; }
  tr { padding: 0.5rem 0; border-top: 1px solid var(--line); }
  td { padding: 0; border: 0; }
}
@media print {
  :root { color-scheme: light; }
  body { padding: 0; background: none; font-size: 10pt; }
  main { max-width: none; padding: 0; border: 0; }
  #result { display: none; }
  tr, li { break-inside: avoid; }
}
`;
