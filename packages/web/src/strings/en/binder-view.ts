export const binderView = {
  back: 'All binders',
  gone: 'You don’t have access to this binder',
  goneAbout: 'It was deleted, or you are no longer a member. If you need access, ask its owner.',
  notHere: 'This binder is not available offline yet',
  notHereAbout: 'You have not opened it on this device before. It will load when you are online.',
};
