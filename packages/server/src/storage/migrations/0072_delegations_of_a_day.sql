-- needs: 0000
-- Counts the delegations of a person that were created within a day. A deleted delegation has no row of its own.
CREATE INDEX audit_entries_of_delegations ON audit_entries (target, at) WHERE action = 'delegation.create';
