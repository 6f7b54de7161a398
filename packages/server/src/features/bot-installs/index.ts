export { admitBots, admitOwnBot, botsAddedTopic } from './admit.ts';
export { ensureCursor } from './queries.ts';
