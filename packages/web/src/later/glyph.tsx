import { Lines } from '../design/icon.tsx';

export const SavedGlyph = () => <Lines d="M7 4h10v16l-5-4-5 4Z" />;
