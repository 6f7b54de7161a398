import type { EmbedModule } from '@ringbinder/protocol';

/** What the server tells the page it serves. */
export type Boot = ConsoleBoot | AppBoot | EmbedBoot | PlaygroundBoot | GuestBoot;

export interface AppBoot {
  page: 'app';
  /** Path of the API, like `/v1`. */
  base: string;
  /** What the paths of the app begin with: nothing in production, `/sandbox` in the sandbox. */
  root: string;
  environment: string;
  /** What the list of sessions calls the one of this browser; it opens nothing. */
  session_id: string;
  user: {
    id: string;
    name: string;
    email: string | null;
    org_id: string;
    org_name: string;
    timezone: string;
    /** One of the languages of the contract, like `de`. */
    language: string;
    /** Empty when there is none. */
    picture_uri?: string;
  };
  /** The console is open to them. */
  is_admin: boolean;
  /** Where the styles of Meet are: loaded with the first one. */
  meet_styles?: string;
  /** Where those of pages on the past are. */
  history_styles?: string;
}

export interface GuestBoot {
  page: 'meet';
  /** Path of the API, like `/v1`. */
  base: string;
  environment: string;
}

/** Where integrators try the modules. */
export interface PlaygroundBoot {
  page: 'playground';
  /** Path of the API, like `/v1`. */
  base: string;
  /** What the paths of the environment's pages begin with: nothing in production, `/sandbox` in the sandbox. */
  root: string;
  environment: string;
  client_id: string;
  client_name: string;
  user: { name: string };
}

/** A module in somebody's page. Who uses it is told by that page. */
export interface EmbedBoot {
  page: 'embed';
  module: EmbedModule;
  /** Path of the API, like `/v1`. */
  base: string;
  /** What the paths of the environment's pages begin with: nothing in production, `/sandbox` in the sandbox. */
  root: string;
  environment: string;
  client_id: string;
  /** Of the page around: one of those that are registered for the client. */
  origin: string;
  /** Names this use of the module in what is said to that page. */
  widget: string;
  /** A window of its own instead of a frame. */
  is_popup: boolean;
  /** Where the styles of Meet are: modules load them with the first one. */
  meet_styles: string;
}

export interface ConsoleBoot {
  page: 'console';
  /** Path of the API, like `/v1`. */
  base: string;
  /** Path of the console, like `/admin`. */
  root: string;
  environment: string;
  /** What the list of sessions calls the one of this browser; it opens nothing. */
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
  /** The kinds of event that a bot can want, each with its label. */
  event_kinds: readonly (readonly [kind: string, label: string])[];
  /** What an identity provider has to know of us. */
  saml: { entity_id: string; acs_url: string; metadata_url: string };
}

/** What the names of the app's databases in the browser begin with; a user's id follows, and `:uploads` for those under way. */
export const storageName = ({ environment }: { environment: string }): string => `ringbinder-${environment}`;

export function readBoot(element: HTMLElement): Boot {
  return JSON.parse(element.dataset.boot ?? '{}');
}
