import remarkValidateLinks from 'remark-validate-links';
import backtickedPaths from './scripts/backticked-paths.mjs';

/** Written by programs, or folders of other projects. */
const allow = [
  'data/',
  'data/demo.json',
  'DATA_DIR/demo.json',
  'demo.json',
  'manifest.json',
  'people.json',
  'pg-symlinks.json',
  'node.js',
  'controllers/',
  'models/',
];

export default {
  plugins: [
    [remarkValidateLinks, { repository: false, root: import.meta.dirname }],
    [backtickedPaths, { allow, skip: ['CHANGELOG.md'] }],
  ],
};
