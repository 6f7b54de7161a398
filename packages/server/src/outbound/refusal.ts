export class TargetRefused extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'TargetRefused';
  }
}

/** The target is in a private network, which the call may not reach. */
export class PrivateTargetRefused extends TargetRefused {
  constructor() {
    super('the address is not in the public internet');
  }
}
