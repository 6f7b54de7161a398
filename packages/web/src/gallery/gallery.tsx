import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Table } from '../console/list.tsx';
import { BarChart } from '../design/chart.tsx';
import { FormDialog } from '../design/dialog.tsx';
import { Checks, CopyField, Field, Select } from '../design/field.tsx';
import { ActiveBadge, Badge, Empty, Failed, Skeleton } from '../design/states.tsx';
import { ThemeButton } from '../design/theme.tsx';
import { Toasts, toast } from '../design/toast.tsx';

function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

const BARS = [3, 5, 2, 8, 13, 9, 4, 0, 6, 7].map((value, day) => ({ label: `Day ${day + 1}`, value }));
const PEOPLE = [
  { name: 'Ada Example', email: 'ada@example.com', disabled: false },
  { name: 'Ben Example', email: 'ben@example.com', disabled: true },
];

/** Every component in every state. */
export function Gallery() {
  const [open, setOpen] = useState(false);
  return (
    <main class="gallery">
      <div class="row">
        <h1>Gallery</h1>
        <ThemeButton />
      </div>
      <Section title="Buttons">
        <div class="swatches">
          <button type="button" class="button primary">
            Primary
          </button>
          <button type="button" class="button">
            Plain
          </button>
          <button type="button" class="button danger">
            Danger
          </button>
          <button type="button" class="button quiet">
            Quiet
          </button>
          <button type="button" class="button primary" disabled>
            Disabled
          </button>
          <button type="button" class="button compact primary">
            Compact
          </button>
          <button type="button" class="button compact">
            Compact
          </button>
        </div>
      </Section>
      <Section title="Fields">
        <div class="charts">
          <Field label="Text" name="a" value="Ada" hint="A hint." />
          <Field label="Wrong" name="b" value="x" wrong="This is not an address." />
          <Select
            label="Choice of one"
            name="c"
            options={[
              ['1', 'One'],
              ['2', 'Two'],
            ]}
            value="1"
          />
          <Field label="Several lines" name="d" rows={3} value={'one\ntwo'} />
          <Checks
            legend="Choice of several"
            name="e"
            options={[
              ['1', 'One'],
              ['2', 'Two'],
            ]}
            checked={['1']}
          />
          <CopyField label="To be copied" value="a-secret-that-is-shown-once" hint="Copy it now." />
        </div>
      </Section>
      <Section title="Badges and notices">
        <div class="swatches">
          <Badge>Plain</Badge>
          <Badge tone="accent">Accent</Badge>
          <ActiveBadge disabled={false} />
          <ActiveBadge disabled />
        </div>
        <p class="notice">A notice.</p>
        <p class="notice bad">A notice of something bad.</p>
      </Section>
      <Section title="Table">
        <div class="panel">
          <Table
            rows={PEOPLE}
            id={({ name }) => name}
            columns={[
              {
                label: 'Name',
                show: ({ name, email }) => (
                  <>
                    <strong>{name}</strong>
                    <span class="muted">{email}</span>
                  </>
                ),
              },
              { label: 'State', show: ({ disabled }) => <ActiveBadge disabled={disabled} /> },
            ]}
            actions={({ name }) => (
              <button type="button" class="button compact quiet" aria-label={`Edit ${name}`}>
                Edit
              </button>
            )}
          />
        </div>
      </Section>
      <Section title="Empty, failed, loading">
        <div class="charts">
          <div class="panel">
            <Empty title="Nothing here yet">Create the first one.</Empty>
          </div>
          <div class="panel">
            <Failed message="The server cannot be reached." retry={() => toast('Tried again')} />
          </div>
          <div class="panel">
            <Skeleton rows={4} />
          </div>
        </div>
      </Section>
      <Section title="Chart">
        <BarChart title="Messages" bars={BARS} />
      </Section>
      <Section title="Dialog and toast">
        <div class="swatches">
          <button type="button" class="button" onClick={() => setOpen(true)}>
            Open a dialog
          </button>
          <button type="button" class="button" onClick={() => toast('Done')}>
            Show a toast
          </button>
        </div>
        {open && (
          <FormDialog
            title="A dialog"
            submit="Save"
            close={() => setOpen(false)}
            send={async () => {
              throw new Error('The server refused this.');
            }}
          >
            <Field label="Name" name="name" required />
          </FormDialog>
        )}
      </Section>
      <Toasts />
    </main>
  );
}
