export class TargetRefused extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'TargetRefused';
  }
}

export class PrivateTargetRefused extends TargetRefused {
  constructor() {
    super('the address is not on the public internet');
  }
}
