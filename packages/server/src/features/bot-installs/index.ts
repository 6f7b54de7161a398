export { admitBots, admitOwnBot, botsAddedTopic } from './admit.ts';
