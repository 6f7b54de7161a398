/** The viewer of a page. */
export const viewer = {
  untitled: 'Untitled',
  page: (name: string) => `The page ${name}`,
  openLink: 'Open in a new tab',
  stage: (name: string) => `${name}, as large as you like`,
  bar: 'How the page is shown',
  zoomIn: 'Larger',
  zoomOut: 'Smaller',
  zoom: 'Size',
  percent: (percent: number) => `${percent} %`,
  fitPage: 'Fit the page',
  fitWidth: 'Fit the width',
  turn: 'Turn clockwise',
};
