/** A phrase that no native technical writer uses. A rule must not have false positives. */
export interface ProseRule {
  pattern: RegExp;
  remedy: string;
  /** Allows the phrase in UI texts, such as “Who can open the link”. */
  skipsTexts?: true;
}

export const PROSE_RULES: readonly ProseRule[] = [
  { pattern: /\bat the (most|least)\b/i, remedy: 'write “at most” or “at least”' },
  { pattern: /\banew\b/i, remedy: 'write “again”' },
  { pattern: /\bwhoever\b/i, remedy: 'name the actor' },
  {
    pattern: /^(Whatever|Who|Whose|That which|So (many|much|long|far|often)|By so)\b(?!.*\?)/,
    remedy: 'begin with the noun',
    skipsTexts: true,
  },
  { pattern: /^What (?!is\b)[a-z]+(?: [a-z]+){2,}[^?]*\.$/, remedy: 'begin with the noun', skipsTexts: true },
  { pattern: /\b(tells?|told|telling) (of|whether|how|what)\b/i, remedy: 'write “reports” or “returns”' },
  { pattern: /\bgoes on\b(?! to\b)/i, remedy: 'write “continues”' },
  {
    pattern:
      /\b(if|where|when|as|which|that|while|until|whether|before) one (may|can|looks?|reads?|wants?|goes|sends?|sees?|opens?|writes?|asks?|does|needs?|leaves?|joins?)\b/i,
    remedy: 'name the actor, or address the reader as “you”',
  },
  { pattern: /\b(is|are|was|were|be) heeded\b/i, remedy: 'write “honoured” or “applied”' },
  { pattern: /\bGives (what|whether|how|the|a|an|one|all|each|back)\b/, remedy: 'write “Returns”' },
  { pattern: /\b(those|texts|files|clients) of (before|then)\b/i, remedy: 'name the time or the version' },
  { pattern: /\bit is tried again\b/i, remedy: 'write “retrying”' },
  { pattern: /\be-mails?\b/i, remedy: 'write “email”' },
];

export const MAX_SENTENCE_WORDS = 40;
