import { execFileSync } from 'node:child_process';
import { matchesGlob } from 'node:path/posix';
import { visit } from 'unist-util-visit';

const PATH = /^[\w.*{},-]+(\/[\w.*{},-]+)*\/?$/;
const FILE = /\w\.(ts|tsx|mjs|js|json|md|sql|yml|css)$/;

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
});
const files = listed.trimEnd().split('\n');
const topFolders = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/', 1)[0]));

const isPath = (span) =>
  PATH.test(span) &&
  (FILE.test(span) || span.endsWith('/') || (span.includes('/') && topFolders.has(span.split('/', 1)[0])));

/** The path may lack its extension and leading folders. */
function exists(span) {
  const path = span.replace(/\/$/, '');
  return files.some((file) =>
    /[*{]/.test(path)
      ? matchesGlob(file, `**/${path}`) || matchesGlob(file, `**/${path}/**`)
      : `/${file}/`.includes(`/${path}/`) || `/${file}`.includes(`/${path}.`),
  );
}

/**
 * A remark plug-in that reports paths in backticks, such as `packages/sdk/`, if they do not exist.
 *
 * @param {{ allow?: string[], skip?: string[] }} options `allow` lists paths that no clone contains; `skip`
 * lists documents that name old paths
 */
export default function backtickedPaths({ allow = [], skip = [] } = {}) {
  return (tree, file) => {
    if (skip.includes(file.path)) return;
    visit(tree, 'inlineCode', ({ value, position }) => {
      const path = value.replace(/^(\.\.?\/)+/, '');
      if (!isPath(path) || allow.includes(path) || exists(path)) return;
      file.message(`Cannot find \`${path}\``, {
        place: position,
        ruleId: 'missing-path',
        source: 'backticked-paths',
      });
    });
  };
}
