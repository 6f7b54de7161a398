/** The limits of an org. */
export const limits = {
  legend: 'Limits',
  hint: 'An empty field is no limit. What is older than its days is removed for good.',
  gigabytes: 'Files, in GB',
  binders: 'Binders',
  messageDays: 'Keep messages for days',
  fileDays: 'Keep files for days',
  guests: 'Guests of meets',
  byKey: 'Guests reach the lobby by the session key, too',
};
