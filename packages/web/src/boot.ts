import type { EmbedModule } from '@ringbinder/protocol';

export type Boot = ConsoleBoot | AppBoot | OfflineBoot | EmbedBoot | PlaygroundBoot | GuestBoot;

export interface AppBoot {
  page: 'app';
  /** Path of the API, such as `/v1`. */
  base: string;
  /** Path prefix: empty in production, `/sandbox` in the sandbox. */
  root: string;
  environment: string;
  /** A public id, not a credential. */
  session_id: string;
  user: {
    id: string;
    name: string;
    email: string | null;
    org_id: string;
    org_name: string;
    timezone: string;
    language: string;
    picture_uri?: string;
    lacks_mail?: boolean;
  };
  is_admin: boolean;
  meet_styles?: string;
  history_styles?: string;
}

export interface OfflineBoot
  extends Pick<AppBoot, 'base' | 'root' | 'environment' | 'meet_styles' | 'history_styles'> {
  page: 'offline';
}

export interface GuestBoot {
  page: 'meet';
  base: string;
  environment: string;
}

export interface PlaygroundBoot {
  page: 'playground';
  base: string;
  root: string;
  environment: string;
  client_id: string;
  client_name: string;
  user: { name: string };
}

/** Contains no user, because the host page authenticates the module's user. */
export interface EmbedBoot {
  page: 'embed';
  module: EmbedModule;
  base: string;
  root: string;
  environment: string;
  client_id: string;
  /** Origin of the host page, registered for `client_id`. */
  origin: string;
  /** Identifies this module to the host page. */
  widget: string;
  is_popup: boolean;
  meet_styles: string;
}

export interface ConsoleBoot {
  page: 'console';
  base: string;
  root: string;
  environment: string;
  session_id: string;
  admin: {
    id: string;
    name: string;
    email: string | null;
    org_id: string;
    org_name: string;
    partner_id: string;
    is_partner_admin: boolean;
  };
  user: { timezone: string; language: string };
  lacks_mail?: boolean;
  event_kinds: readonly string[];
  saml: { entity_id: string; acs_url: string; metadata_url: string };
}

/** The name of a browser database is this prefix and the user's id. */
export const storageName = ({ environment }: { environment: string }): string => `ringbinder-${environment}`;

export function readBoot(element: HTMLElement): Boot {
  return JSON.parse(element.dataset.boot ?? '{}');
}
