/** Refused by the guard: the target is none that the service may call. */
export class TargetRefused extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'TargetRefused';
  }
}
