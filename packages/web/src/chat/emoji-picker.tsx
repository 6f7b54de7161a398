const EMOJI =
  '👍 👎 ❤️ 🎉 🙏 👏 ✅ ❌ 👀 🔥 💯 🚀 😀 😄 😂 🙂 😉 😊 😍 🤔 😮 😢 😭 😡 😴 🤯 😅 🤝 💪 🙌 👋 👌 ✌️ 🤞 ☝️ ✍️ 💡 ⏳ ⏰ 📌 📎 📄 📊 📷 🎧 ☕ 🍰 🏆 🎯 ⚠️ ❓ ❗ ➕ 💬 💰 🏠 🌞 🌧️ 🌱 🎂'.split(
    ' ',
  );

const COLUMNS = 10;
const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: COLUMNS,
  ArrowUp: -COLUMNS,
};

export function EmojiPicker({ choose }: { choose: (emoji: string) => void }) {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = [...(event.currentTarget as HTMLElement).querySelectorAll('button')];
    all[all.indexOf(event.target as HTMLButtonElement) + step]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys go among its buttons
    <div class="emoji-picker" onKeyDown={onKeyDown}>
      {EMOJI.map((emoji, index) => (
        <button key={emoji} type="button" tabIndex={index === 0 ? 0 : -1} onClick={() => choose(emoji)}>
          {emoji}
        </button>
      ))}
    </div>
  );
}
