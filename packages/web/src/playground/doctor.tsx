import { useState } from 'preact/hooks';
import { Badge } from '../design/states.tsx';
import { playground as words } from '../strings/en/playground.ts';
import type { Finding, LoadedService } from './sdk.ts';

const TONES = { error: 'warn', warning: 'warn', info: 'accent' } as const;

export function Doctor({ service }: { service: LoadedService }) {
  const [findings, setFindings] = useState<Finding[] | 'busy'>();
  const examine = async () => {
    setFindings('busy');
    setFindings(await service.doctor());
  };
  return (
    <section class="panel play-doctor" aria-labelledby="doctor">
      <div class="play-head">
        <h2 id="doctor">{words.doctor}</h2>
        <button type="button" class="button compact" disabled={findings === 'busy'} onClick={examine}>
          {findings === 'busy' ? words.examining : words.examine}
        </button>
      </div>
      <div role="status" class="play-findings">
        {!Array.isArray(findings) && <p class="muted small">{words.doctorAbout}</p>}
        {Array.isArray(findings) && <Findings findings={findings} />}
      </div>
    </section>
  );
}

export function Findings({ findings }: { findings: readonly Finding[] }) {
  return (
    <>
      {findings.every(({ severity }) => severity === 'info') && <p class="notice good">{words.healthy}</p>}
      <ul>
        {findings.map(({ code, severity, sentence, mend }) => (
          <li key={code}>
            <div class="play-finding">
              <Badge tone={TONES[severity]}>{words.severities[severity]}</Badge>
              <code>{code}</code>
            </div>
            <p>{sentence}</p>
            <p class="muted small">{mend}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
