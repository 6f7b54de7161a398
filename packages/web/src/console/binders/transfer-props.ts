export interface Person {
  id: string;
  name: string;
}

export interface TransferProps {
  owner: Person;
  /** Default: all binders that the owner has in the org. */
  binder?: { id: string; name: string };
  transferred: () => void;
}
