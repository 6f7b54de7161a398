import { Lines } from '../design/icon.tsx';

export const ForwardGlyph = () => <Lines d="M14.5 6 20 11.5 14.5 17M20 11.5h-9a7 7 0 0 0-7 7" />;
