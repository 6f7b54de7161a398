import type { ComponentChildren } from 'preact';
import { type Block, blocksOf } from './blocks.ts';

export function Markdown({ text }: { text: string }) {
  return (
    <>
      {blocksOf(text).map((block, at) => (
        <BlockView key={at} block={block} />
      ))}
    </>
  );
}

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading': {
      // The page's name is the heading above, so levels are shifted.
      const Heading = `h${Math.min(6, block.level + 2)}` as 'h3';
      return (
        <Heading dir="auto" data-level={block.level}>
          <Inline text={block.text} />
        </Heading>
      );
    }
    case 'rule':
      return <hr />;
    case 'code':
      return <pre>{block.lines.join('\n')}</pre>;
    case 'quote':
      return (
        <blockquote dir="auto">
          <Lines lines={block.lines} />
        </blockquote>
      );
    case 'table':
      return <Table {...block} />;
    case 'paragraph':
      return (
        <p dir="auto">
          <Lines lines={block.lines} />
        </p>
      );
    case 'list': {
      const items = block.items.map(({ depth, isDone, lines }, at) => (
        <li key={at} dir="auto" data-depth={depth} data-task={isDone === undefined ? undefined : isDone}>
          <Lines
            lines={isDone === undefined ? lines : [`${isDone ? '☑' : '☐'} ${lines[0]}`, ...lines.slice(1)]}
          />
        </li>
      ));
      return block.isOrdered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
  }
}

function Table({ head, align, rows }: Extract<Block, { kind: 'table' }>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <div class="note-table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, at) => (
              <th key={at} scope="col" style={{ textAlign: align[at] }}>
                <Inline text={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, at) => (
                <td key={at} style={{ textAlign: align[at] }}>
                  <Inline text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Line breaks are preserved: minutes use them on purpose. */
function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <>
      {lines.map((line, at) => (
        <span key={at}>
          {at > 0 && <br />}
          <Inline text={line} />
        </span>
      ))}
    </>
  );
}

// Bounded, so that many unclosed marks cost no time.
const INLINE =
  /`([^`]+)`|\*\*(?=\S)(.{1,500}?)(?<=\S)\*\*|__(?=\S)(.{1,500}?)(?<=\S)__|(?<![\w*])\*(?=\S)([^*]+?)(?<=\S)\*(?!\*)|(?<!\w)_(?=\S)([^_]+?)(?<=\S)_(?!\w)|\[([^\][]+)\]\((https?:\/\/[^\s()]+|mailto:[^\s()]+)\)|(https?:\/\/[^\s<>()"']+[^\s<>()"'.,;:!?])/g;

function Inline({ text }: { text: string }): ComponentChildren {
  const parts: ComponentChildren[] = [];
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    const [all, code, bold, bold2, italic, italic2, label, target, bare = ''] = match;
    if (match.index > from) parts.push(text.slice(from, match.index));
    from = match.index + all.length;
    const strong = bold ?? bold2;
    const emphasised = italic ?? italic2;
    if (code !== undefined) parts.push(<code>{code}</code>);
    else if (strong !== undefined) parts.push(<strong>{Inline({ text: strong })}</strong>);
    else if (emphasised !== undefined) parts.push(<em>{Inline({ text: emphasised })}</em>);
    else
      parts.push(
        <a href={target ?? bare} target="_blank" rel="noreferrer noopener">
          {label ?? bare}
        </a>,
      );
  }
  parts.push(text.slice(from));
  return parts;
}
