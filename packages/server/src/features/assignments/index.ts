export { announceDepartures, departures } from './departures.ts';
