export interface Actor {
  userId: string;
  orgId: string;
  partnerId: string;
  clientId: string;
  isBot: boolean;
  isOrgAdmin: boolean;
  isPartnerAdmin: boolean;
  mayWrite: boolean;
}
