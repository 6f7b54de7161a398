/* global Service */
const said = document.querySelector('#said');
const fetchToken = async () => (await fetch('/token', { method: 'POST' })).json();

const chat = document.querySelector('service-chat');
chat.addEventListener('ready', () => {
  said.textContent = 'Chat is there.';
});
chat.addEventListener('error', ({ detail }) => {
  said.textContent = detail.error_message;
});

const { access_token } = await fetchToken();
// The script tag names the client.
Service.init({ mode: 'production', access_token, sdk_version: 4, invalid_token: fetchToken });

document.querySelector('#examine').addEventListener('click', async () => {
  const findings = await Service.doctor();
  const lines = findings.map(({ severity, sentence }) => {
    const line = document.createElement('li');
    line.textContent = `${severity}: ${sentence}`;
    return line;
  });
  document.querySelector('#findings').replaceChildren(...lines);
});
