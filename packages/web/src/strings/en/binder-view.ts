/** The frame of one binder. */
export const binderView = {
  back: 'All binders',
  gone: 'You cannot read this binder',
  goneAbout: 'It was deleted, or you are no longer a member. Ask its owner if you think you should be.',
  notHere: 'This binder is not on this device yet',
  notHereAbout: 'You have not opened it here before. It appears as soon as there is a connection.',
};
