export interface Actor {
  userId: string;
  orgId: string;
  partnerId: string;
  clientId: string;
  isBot: boolean;
  isOrgAdmin: boolean;
  isPartnerAdmin: boolean;
  /** May call operations that change something. */
  mayWrite: boolean;
}
