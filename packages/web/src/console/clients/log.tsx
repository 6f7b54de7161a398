import { consoleClientLog as clientLogs } from '../../strings/messages/console-client-log.ts';
import { useConsole } from '../context.ts';
import { DeliveriesPage } from '../deliveries/page.tsx';
import type { Client } from './form.tsx';

const MAX_CLIENTS = 1000;

export function LogPage({ clientId }: { clientId: string }) {
  const { boot, call } = useConsole();
  const clients = `/partners/${boot.admin.partner_id}/clients`;
  const findName = async (signal: AbortSignal) => {
    const path = `${clients}?limit=${MAX_CLIENTS}`;
    const data = await call<{ clients: Client[] }>('GET', path, undefined, signal);
    return data.clients.find(({ client_id }) => client_id === clientId)?.name;
  };
  return (
    <DeliveriesPage
      path={`${clients}/${clientId}`}
      receiver={clientId}
      findName={findName}
      words={clientLogs}
      page="clients"
    />
  );
}
