import { type ComponentChildren, render } from 'preact';
import { useState } from 'preact/hooks';
import { ActiveBadge } from '../../console/active-badge.tsx';
import { ConsoleIcon, iconNames } from '../../console/icon.tsx';
import { Figures } from '../../console/metrics.tsx';
import { NameWithDetail, Table } from '../../console/table.tsx';
import { BarChart } from '../../design/chart.tsx';
import { Checks, CopyField, Field, Select } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Lines } from '../../design/icon.tsx';
import { Badge, Empty, Failed, Skeleton } from '../../design/states.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { applyTheme, ThemeSwitch } from '../../design/theme.tsx';
import { toast } from '../../design/toast.tsx';
import { Toasts } from '../../design/toasts.tsx';
import { ACTION_LINES, TOOL_LINES } from '../../draw/parts/tool-lines.ts';
import { provideRandomUuid } from '../../random-uuid.ts';
import { text } from '../../strings/console.ts';
import { pages } from '../../strings/messages/pages.ts';
import { ClipParts } from './clip-parts.tsx';
import { DrawParts } from './draw-parts.tsx';
import { EmbedParts } from './embed-parts.tsx';
import { MeetParts } from './meet-parts.tsx';
import { gallery as words } from './text.ts';
import { ViewerParts } from './viewer-parts.tsx';

function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

const BARS = [3, 5, 2, 8, 13, 9, 4, 0, 6, 7].map((value, day) => ({
  label: words.day(day + 1),
  value,
  bad: day % 4,
}));

export function Gallery() {
  return (
    <main class="gallery">
      <div class="row">
        <h1>{words.title}</h1>
        <ThemeSwitch />
      </div>
      <Buttons />
      <Fields />
      <Section title={words.sections.badges}>
        <div class="swatches">
          <Badge>{words.badges.plain}</Badge>
          <Badge tone="accent">{words.badges.accent}</Badge>
          <Badge tone="warn">{words.badges.warn}</Badge>
          <ActiveBadge disabled={false} />
          <ActiveBadge disabled />
        </div>
        <p class="notice">{words.notice}</p>
        <p class="notice good">{words.goodNotice}</p>
        <p class="notice warn">{words.warnNotice}</p>
        <p class="notice bad">{words.badNotice}</p>
      </Section>
      <TabsSection />
      <Selections />
      <Section title={words.sections.table}>
        <div class="panel">
          <Table
            rows={words.people}
            id={({ name }) => name}
            columns={[
              {
                label: text.columns.name,
                show: ({ name, email }) => <NameWithDetail name={name} about={email} />,
              },
              { label: text.columns.state, show: ({ disabled }) => <ActiveBadge disabled={disabled} /> },
            ]}
            actions={({ name }) => (
              <button type="button" class="button compact quiet" aria-label={words.editOne(name)}>
                {words.edit}
              </button>
            )}
          />
        </div>
      </Section>
      <Section title={words.sections.states}>
        <div class="charts">
          <div class="panel">
            <Empty title={text.empty} icon={<ConsoleIcon name="clients" />}>
              {words.empty}
            </Empty>
          </div>
          <div class="panel">
            <Failed message={words.failed} retry={() => toast(words.retried)} />
          </div>
          <div class="panel">
            <Skeleton rows={4} />
          </div>
        </div>
      </Section>
      <Section title={words.sections.figures}>
        <Figures of={words.figures} />
        <div class="charts">
          <BarChart title={words.chart} bars={BARS.map(({ label, value }) => ({ label, value }))} />
          <BarChart title={words.tries} bars={BARS} legend={words.legend} />
          <BarChart title={words.chart} bars={BARS.map(({ label }) => ({ label, value: 0 }))} />
        </div>
      </Section>
      <Section title={words.sections.icons}>
        <div class="swatches">
          {iconNames.map((name) => (
            <ConsoleIcon name={name} key={name} />
          ))}
        </div>
      </Section>
      <Section title={words.sections.drawing}>
        <div class="swatches">
          {[...Object.values(TOOL_LINES), ...Object.values(ACTION_LINES)].map((lines) => (
            <Lines d={lines} key={lines} />
          ))}
        </div>
      </Section>
      <Section title={words.sections.draw}>
        <DrawParts />
      </Section>
      <Section title={words.sections.clip}>
        <ClipParts />
      </Section>
      <Section title={words.sections.meet}>
        <MeetParts />
      </Section>
      <Section title={words.sections.viewer}>
        <ViewerParts />
      </Section>
      <Section title={words.sections.embed}>
        <EmbedParts />
      </Section>
      <Dialogs />
      <Toasts />
    </main>
  );
}

function Buttons() {
  const { buttons } = words;
  return (
    <Section title={words.sections.buttons}>
      <div class="swatches">
        {(['primary', '', 'danger', 'quiet'] as const).map((kind) => (
          <button type="button" class={`button ${kind}`} key={kind}>
            {buttons[kind || 'plain']}
          </button>
        ))}
        <button type="button" class="button primary danger">
          {buttons.danger}
        </button>
        <button type="button" class="button primary" disabled>
          {buttons.disabled}
        </button>
        <button type="button" class="button compact primary">
          {buttons.compact}
        </button>
        <button type="button" class="button compact">
          {buttons.compact}
        </button>
      </div>
    </Section>
  );
}

function Fields() {
  const { fields } = words;
  return (
    <Section title={words.sections.fields}>
      <div class="charts">
        <Field label={fields.text} name="a" value={fields.sample} hint={fields.hint} />
        <Field label={fields.wrong} name="b" value={fields.sample} wrong={fields.problem} />
        <Select label={fields.one} name="c" options={fields.options} value="1" />
        <Field label={fields.lines} name="d" rows={3} value={fields.sample} />
        <Checks legend={fields.several} name="e" options={fields.options} checked={['1']} />
        <CopyField label={fields.copied} value="a-secret-that-is-shown-once" hint={fields.copyHint} />
      </div>
    </Section>
  );
}

function TabsSection() {
  const [tab, setTab] = useState<keyof typeof words.tabs>('first');
  return (
    <Section title={words.sections.tabs}>
      <Tabs
        label={words.tabsLabel}
        tabs={[
          ['first', words.tabs.first],
          ['second', words.tabs.second],
          ['third', words.tabs.third],
        ]}
        selected={tab}
        select={setTab}
      >
        <p>{words.panel(words.tabs[tab])}</p>
      </Tabs>
    </Section>
  );
}

function Dialogs() {
  const [open, setOpen] = useState(false);
  return (
    <Section title={words.sections.dialog}>
      <div class="swatches">
        <button type="button" class="button" onClick={() => setOpen(true)}>
          {words.openDialog}
        </button>
        <button type="button" class="button" onClick={() => toast(text.state.done)}>
          {words.showToast}
        </button>
      </div>
      {open && (
        <FormDialog
          title={words.dialog}
          submit={text.actions.save}
          close={() => setOpen(false)}
          send={async () => {
            throw new Error(words.refused);
          }}
        >
          <Field label={words.name} name="name" required />
        </FormDialog>
      )}
    </Section>
  );
}

function Selections() {
  const { bulk } = pages;
  return (
    <Section title={words.sections.selection}>
      <div class="bulk-bar" role="toolbar" aria-label={bulk.label}>
        <span>{bulk.chosen(3)}</span>
        <button type="button" class="button compact">
          {bulk.transfer}
        </button>
        <button type="button" class="button compact danger">
          {pages.delete}
        </button>
      </div>
      <div class="bulk-bar">
        <span>{bulk.deleted(3, '')}</span>
        <button type="button" class="button compact">
          {bulk.undo}
        </button>
      </div>
      <div class="page-upload">
        <div class="upload-about">
          <progress class="progress" aria-label={words.sections.selection} value={0.4} max={1} />
          <span class="small muted">{pages.goesOn('40%')}</span>
        </div>
      </div>
    </Section>
  );
}

function start(element: HTMLElement): void {
  const query = new URLSearchParams(location.search);
  if (query.has('meet')) {
    void import('./meet-scene.tsx').then(({ showMeet }) => showMeet(element, query));
    return;
  }
  render(<Gallery />, element);
}

const element = document.getElementById('app');
if (element) {
  applyTheme();
  provideRandomUuid();
  start(element);
}
