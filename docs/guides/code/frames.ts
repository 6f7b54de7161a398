/** The channel without a library: sends the given frames, and prints the frames that arrive, up to the first of the given type. */
const { API = '', BEN = '' } = process.env;
const [, , last, ...frames] = process.argv;

const socket = new WebSocket(`${API.replace(/^http/, 'ws')}realtime`);
socket.onopen = () => {
  socket.send(JSON.stringify({ type: 'hello', version: 1, token: BEN }));
  for (const frame of frames) socket.send(frame);
};
socket.onmessage = ({ data }) => {
  console.log(data);
  if (JSON.parse(data).type === last) socket.close();
};
