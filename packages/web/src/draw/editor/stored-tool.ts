import { storedValue } from '../../stored-value.ts';
import { type Tool, tools } from './tools.ts';

const toolOf = (userId: string) => storedValue(`draw ${userId} tool`);

/** The tool that was chosen last in this browser. */
export function loadTool(userId: string): Tool {
  const stored = toolOf(userId).read();
  return tools.find((each) => each === stored) ?? 'select';
}

export const storeTool = (userId: string, tool: Tool): void => toolOf(userId).write(tool);
