import type { TestService } from '@ringbinder/testkit';
import { pageWith } from './embed.ts';

const STYLE = `<meta name="viewport" content="width=device-width, initial-scale=1"><style>
  :root { color-scheme: light dark; --brand: light-dark(#1f3a8a, #9db4ff); }
  * { box-sizing: border-box; }
  body { margin: 0; font: 1rem/1.5 Georgia, serif; color: light-dark(#1c2333, #e6e9f2); background: light-dark(#eef1f7, #10141f); }
  body > header { display: flex; gap: 1rem; align-items: center; padding: 1rem 1.5rem; color: light-dark(#fff, #10141f); background: var(--brand); }
  body > header a { margin-inline-start: auto; color: inherit; }
  main { display: grid; gap: 1.5rem; max-width: 62rem; margin: 1.5rem auto; padding: 0 1rem; }
  .two { display: grid; gap: 1.5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr)); align-items: start; }
  section { min-width: 0; padding: 1.25rem; background: light-dark(#fff, #1a2030); border-radius: 1rem; }
  h1, h2 { margin: 0 0 .5rem; font-weight: 600; } h2 { font-size: 1.15rem; }
  dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0; } dd { margin: 0; text-align: end; }
  iframe { display: block; border-radius: .75rem; }
</style>`;

export function bankPage(service: TestService, embed: string, more = '', beside = ''): string {
  return pageWith(
    service,
    `<header><strong>Harbour Bank</strong><a href="#account" id="before">My account</a></header>
<main><h1>Your loan</h1><div class="two">
<section aria-label="Loan"><h2>Loan 4711</h2><dl><dt>Sum</dt><dd>20,000</dd><dt>Over</dt><dd>five years</dd><dt>Rate</dt><dd>3.4 %</dd></dl>${beside}</section>
<section aria-label="To do"><h2>Waiting for you</h2>${embed}<p><a href="#help" id="after">Help with this</a></p></section>
</div></main>`,
    STYLE + more,
  );
}
