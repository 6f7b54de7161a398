export interface Actor {
  userId: string;
  orgId: string;
  partnerId: string;
  clientId: string;
  isBot: boolean;
  isOrgAdmin: boolean;
  isPartnerAdmin: boolean;
  /** Write scope. Without it the actor may only read. */
  mayWrite: boolean;
}
