import { ServiceProvider } from '@ringbinder/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Desk } from './desk.tsx';

const element = document.querySelector<HTMLElement>('#app');
if (!element) throw new Error('the page has no #app');
const { server = '', client = '', colleague = '' } = element.dataset;

/**
 * Requests a token from our server, which knows the signed-in user. Called initially and when a token
 * expires.
 */
const fetchToken = async () => (await fetch('/token', { method: 'POST' })).json();

createRoot(element).render(
  <StrictMode>
    <ServiceProvider mode="production" baseUrl={server} clientId={client} accessToken={fetchToken}>
      <Desk colleague={colleague} />
    </ServiceProvider>
  </StrictMode>,
);
