export function Figures({ of }: { of: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl class="figures">
      {of.map(([name, value]) => (
        <div class="figure panel" key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
