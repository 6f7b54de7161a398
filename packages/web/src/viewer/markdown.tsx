import { type ComponentChildren, h } from 'preact';
import { type Block, blocksOf } from './blocks.ts';
import { inlinesOf } from './inlines.ts';

/** @param index counts the tasks of the whole text */
type Tick = (index: number) => void;

export function Markdown({ text, tick }: { text: string; tick?: Tick | undefined }) {
  let tasks = 0;
  return (
    <>
      {blocksOf(text).map((block, at) => {
        const firstTask = tasks;
        if (block.kind === 'list') tasks += block.items.filter(isTask).length;
        return <BlockView key={at} {...{ block, firstTask, tick }} />;
      })}
    </>
  );
}

const isTask = ({ isDone }: { isDone: boolean | undefined }) => isDone !== undefined;

interface BlockViewProps {
  block: Block;
  firstTask: number;
  tick: Tick | undefined;
}

function BlockView({ block, firstTask, tick }: BlockViewProps) {
  switch (block.kind) {
    case 'heading': {
      // Headings begin at level 3, below the page's name.
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
      let task = firstTask;
      const items = block.items.map(({ depth, isDone, lines }, at) => {
        const [first = '', ...others] = lines;
        const index = isDone === undefined ? undefined : task++;
        return (
          <li key={at} dir="auto" data-depth={depth} data-task={isDone}>
            {index !== undefined && tick ? (
              <>
                <label>
                  <input type="checkbox" checked={isDone} onChange={() => tick(index)} />
                  <Inline text={first} />
                </label>
                {others.length > 0 && <br />}
                <Lines lines={others} />
              </>
            ) : (
              <Lines lines={isDone === undefined ? lines : [`${isDone ? '☑' : '☐'} ${first}`, ...others]} />
            )}
          </li>
        );
      });
      return block.isOrdered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
  }
}

function Table({ head, align, rows }: Extract<Block, { kind: 'table' }>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach scrollable areas
    <div class="note-table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, at) => {
              const style = { textAlign: align[at] };
              // A header without words names nothing.
              return cell === '' ? (
                <td key={at} style={style} />
              ) : (
                <th key={at} scope="col" style={style}>
                  <Inline text={cell} />
                </th>
              );
            })}
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

const TAGS = { bold: 'strong', italic: 'em', strike: 's' } as const;

function Inline({ text }: { text: string }): ComponentChildren {
  return inlinesOf(text).map((part) => {
    if (typeof part === 'string') return part;
    if (part.kind === 'code') return <code>{part.text}</code>;
    if (part.kind !== 'link') return h(TAGS[part.kind], null, Inline(part));
    return (
      <a href={part.href} target="_blank" rel="noreferrer noopener">
        {part.text}
      </a>
    );
  });
}
