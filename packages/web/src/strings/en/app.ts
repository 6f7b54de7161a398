/** The frame of the app. */
export const app = {
  notThere: 'This part is not there yet',
  back: 'All binders',
  choose: 'Choose a binder',
  chooseAbout: 'What happens in it appears here as it happens.',
  sections: {
    label: 'Parts of the binder',
    chat: 'Chat',
    pages: 'Pages',
    todos: 'To-dos',
    transactions: 'Transactions',
    members: 'Members',
  },
};

/** The list of all binders. */
export const timeline = {
  label: 'Binders',
};
