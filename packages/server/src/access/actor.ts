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

export function accountActor(
  { user_id, org_id, partner_id }: { user_id: string; org_id: string; partner_id: string },
  clientId: string,
): Actor {
  return {
    userId: user_id,
    orgId: org_id,
    partnerId: partner_id,
    clientId,
    isBot: false,
    isOrgAdmin: false,
    isPartnerAdmin: false,
    mayWrite: true,
  };
}
