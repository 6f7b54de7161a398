export * from './resources/binder.ts';
export * from './resources/message.ts';
export * from './resources/page.ts';
export * from './resources/people.ts';
export * from './response-codes.ts';
export * from './scalars.ts';
