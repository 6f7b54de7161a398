export * from '../../../../../web/test/support/keyboard.ts';
