import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ChatState } from './chat-state.ts';

export const ChatContext = createContext<ChatState | undefined>(undefined);

export function useChat(): ChatState {
  const chat = useContext(ChatContext);
  if (!chat) throw new Error('useChat() outside a chat'); // not shown
  return chat;
}
