import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ChatState } from './chat-state.ts';

export const ChatContext = createContext<ChatState | undefined>(undefined);

/** The chat that is shown. Throws outside of it. */
export function useChat(): ChatState {
  const chat = useContext(ChatContext);
  if (!chat) throw new Error('a part of the chat is shown outside of it'); // not shown
  return chat;
}
