import { storedValue } from '../../stored-value.ts';
import { type Tool, tools } from './tools.ts';

const toolOf = (userId: string) => storedValue(`draw-tool ${userId}`);

/** A single click with one of these tools changes the page for everybody. */
const NOT_RESTORED: readonly Tool[] = ['picture', 'stamp', 'signature', 'eraser'];

export function loadTool(userId: string): Tool {
  const stored = toolOf(userId).read();
  return tools.find((each) => each === stored && !NOT_RESTORED.includes(each)) ?? 'select';
}

export const storeTool = (userId: string, tool: Tool): void => toolOf(userId).write(tool);
