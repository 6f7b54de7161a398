/** Refused by the guard: the target is none that the service may call. */
export class TargetRefused extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'TargetRefused';
  }
}

/** Refused because it is in a private network, and the call may not go there. */
export class PrivateTargetRefused extends TargetRefused {
  constructor() {
    super('the address is not in the public internet');
  }
}
