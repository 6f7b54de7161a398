export { admitBots, botsCame, hearOwnBinder } from './admit.ts';
