import { useEffect } from 'preact/hooks';
import { meeting as text } from '../strings/messages/meeting.ts';
import { layouts, type MeetSession, type Panel } from './session.ts';

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

export function shortcutList() {
  const { alt, control, space } = text.shortcuts;
  const command = isMac ? '⌘' : control;
  return [
    ['microphone', [command, 'D']],
    ['talk', [space]],
    ['camera', [command, 'E']],
    ['hand', [command, alt, 'H']],
    ['chat', [command, alt, 'C']],
    ['people', [command, alt, 'P']],
    ['layout', [command, alt, 'L']],
    ['speaker', [command, alt, 'S']],
  ] as const;
}

export function useMeetKeys(session: MeetSession, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return;
      const isTaken = event.key === ' ' ? beginTalk(session, event) : act(session, event);
      if (isTaken) event.preventDefault();
    };
    const endTalk = (event?: Event) => {
      if (event instanceof KeyboardEvent && event.key !== ' ') return;
      if (!session.isTalking.peek()) return;
      event?.preventDefault();
      session.isTalking.value = false;
      void session.devices.turn('microphone', false);
    };
    const onBlur = () => endTalk();
    // The chat receives keys that are typed anywhere, so listen in the capture phase.
    addEventListener('keydown', onKeyDown, true);
    addEventListener('keyup', endTalk, true);
    addEventListener('blur', onBlur);
    return () => {
      removeEventListener('keydown', onKeyDown, true);
      removeEventListener('keyup', endTalk, true);
      removeEventListener('blur', onBlur);
      endTalk();
    };
  }, [session, isOn]);
}

function beginTalk(session: MeetSession, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  if (session.isTalking.peek()) return true;
  if (event.repeat || session.state.peek()?.phase !== 'joined' || isPressable(event.target)) return false;
  const { isOn } = session.devices.microphone.peek();
  if (isOn) return false;
  session.isTalking.value = true;
  void session.devices.turn('microphone', true).then(() => {
    // The user may have released the key during the prompt.
    if (!session.isTalking.peek()) void session.devices.turn('microphone', false);
  });
  return true;
}

/** Buttons count only with keyboard focus. */
function isPressable(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches('input, textarea, select')) return true;
  const pressed = target.closest('button, a, summary, [role=menu], [role=menuitem], [tabindex]');
  return pressed?.matches(':focus-visible') ?? false;
}

function act(session: MeetSession, { code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (!(isMac ? metaKey : ctrlKey) || shiftKey) return false;
  const { microphone, camera } = session.devices;
  switch (`${altKey ? 'alt-' : ''}${code.toLowerCase()}`) {
    case 'keyd':
      void session.turn('microphone', !microphone.peek().isOn);
      return true;
    case 'keye':
      void session.turn('camera', !camera.peek().isOn);
      return true;
  }
  const state = session.state.peek();
  if (state?.phase !== 'joined') return false;
  switch (`${altKey ? 'alt-' : ''}${code.toLowerCase()}`) {
    case 'alt-keyh':
      session.raiseHand(!state.self?.has_hand_raised);
      return true;
    case 'alt-keyc':
      toggle(session, 'chat');
      return true;
    case 'alt-keyp':
      toggle(session, 'people');
      return true;
    case 'alt-keyl':
      session.setLayout(layouts[(layouts.indexOf(session.layout.peek()) + 1) % layouts.length] ?? 'auto');
      return true;
    case 'alt-keys':
      announceSpeaker(session);
      return true;
  }
  return false;
}

export function toggle({ panel }: MeetSession, one: Panel): void {
  panel.value = panel.peek() === one ? undefined : one;
}

function announceSpeaker({ state, announce }: MeetSession): void {
  const { participants = [], self } = state.peek() ?? {};
  const speaking = participants.filter(({ id, isSpeaking }) => isSpeaking && id !== self?.id);
  const names = speaking.map(({ name }) => name).join(', ');
  announce(names === '' ? text.says.nobodySpeaks : text.says.speaks(names));
}
