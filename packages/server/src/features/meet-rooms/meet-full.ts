/** There is no place for one more: in the meet, in front of it, or for another device of somebody. It is said to them. */
export class MeetFull extends Error {}
