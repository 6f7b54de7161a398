import { readFileSync } from 'node:fs';
import { applicationForm, makeLiveRecording } from '@ringbinder/page-renderer/testing';
import { tusCaller } from '@ringbinder/server/features/uploads/testing/tus.ts';
import type { TestService } from '@ringbinder/testkit';
import { makeWav } from '../../conformance/src/fixtures/media.ts';
import type { Admin } from './administration.ts';
import { meet } from './meets.ts';
import type { Recorder } from './recorder.ts';
import { runTemplate } from './templates.ts';

const AGREEMENT = readFileSync(new URL('../../docs/assets/loan-agreement.pdf', import.meta.url));
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const png = () => new File([PNG], 'picture.png', { type: 'image/png' });
const DAY_MS = 24 * 60 * 60 * 1000;
const pdf = () => new File([AGREEMENT], 'loan-agreement.pdf', { type: 'application/pdf' });

export async function collaborate(service: TestService, { call }: Recorder, admin: Admin): Promise<void> {
  const { token, ben, cleo, org_id } = admin;
  const me = { token, path: { user_id: 'me' } };
  const { id: binder_id } = await call('createBinder', {
    ...me,
    json: { name: 'Loan 4711', description: 'Okafor' },
  });
  const binder = { token, path: { binder_id } };
  await call('inviteUsers', { ...binder, json: { users: [{ user: { unique_id: 'customer-4711' } }] } });
  await call('addOrgUsers', {
    ...binder,
    json: { users: [{ user: { id: cleo.id }, type: 'BOARD_READ_ONLY' }] },
  });
  await call('changeMember', {
    token,
    path: { binder_id, user_id: cleo.id },
    json: { type: 'BOARD_READ_WRITE' },
  });
  await call('setBinderSettings', {
    token,
    path: { user_id: 'me', binder_id },
    json: { is_favourite: true },
  });
  await call('listBinders', me);
  await call('listOrgBinders', { token, path: { org_id } });
  await call('listBindersOfOrgUser', { token, path: { org_id, user: ben.id } });
  await call('updateBinder', { ...binder, json: { name: 'Loan 4711, Okafor' } });
  await call('getBinder', binder);
  await call('listMembers', { ...binder, query: { as_of: 'seq:1' } });
  await call('listChain', { ...binder, query: { limit: 2 } });
  await call('exportBinder', binder);

  const { id: category_id } = await call('createCategory', { ...me, json: { name: 'Open loans' } });
  await call('renameCategory', { ...me, json: { id: category_id, name: 'Loans' } });
  const category = { token, path: { user_id: 'me', category_id } };
  await call('assignBinders', { ...category, json: { binders: [{ binder: { id: binder_id } }] } });
  await call('listCategories', me);
  await call('deleteCategory', category);

  const { binder_comment_id: message_id } = await call('postMessage', {
    ...binder,
    json: { message: { text: 'Please have a look at page 2.' } },
  });
  const message = { token, path: { binder_id, message_id } };
  await call('postComment', { ...binder, json: { text: 'It is about the rate.' } });
  await call('postDirectMessage', {
    token,
    json: { user: { user_id: ben.id }, message: { text: 'Are you coming?' } },
  });
  await call('editMessage', { ...message, json: { message: { text: 'Please have a look at page 3.' } } });
  await call('getMessage', message);
  await call('addReaction', { ...message, json: { emoji: '👍' } });
  await call('listReactions', message);
  await call('removeReaction', { token, path: { binder_id, message_id, emoji: '👍' } });
  await call('pinMessage', message);
  await call('listPinnedMessages', binder);
  await call('unpinMessage', message);
  await call('removeLinkPreview', message);
  const reply = { message: { text: 'I will.' }, reply_to: { binder: { comment_id: message_id } } };
  await call('postMessage', { ...binder, json: { ...reply, thread_only: true } });
  await call('listReplies', message);
  await call('unfollowThread', message);
  await call('followThread', message);
  await call('forwardMessage', { ...binder, json: { source_id: binder_id, message_id, text: 'Again:' } });
  await call('saveMessage', { ...message, json: { remind_time: service.clock.now() + 3_600_000 } });
  await call('listSavedMessages', binder);
  await call('unsaveMessage', message);
  await call('markRepliesRead', { ...message, json: {} });
  await call('listUnreadThreads', binder);
  await call('markRead', { token: ben.token, path: { binder_id }, json: { message_id } });
  await call('listReadMarks', binder);
  await call('listMessages', { ...binder, query: { limit: 1 } });
  await call('listConversations', binder);
  const spoken = await call('postMessage', {
    ...binder,
    parts: {
      payload: JSON.stringify({ message: { text: 'A memo' } }),
      audio: new File([await sound()], 'memo.wav', { type: 'audio/wav' }),
    },
  });
  await call('downloadAudio', { token, path: { binder_id, message_id: spoken.binder_comment_id } });
  await call('deleteMessage', { token, path: { binder_id, message_id: spoken.binder_comment_id } });

  await pages({ call }, { token, binder_id });
  await clips(service, { call }, { token, binder_id });
  await pictures({ call }, { token, binder_id });
  await workflow(service, { call }, admin, binder_id);
  await runTemplate(service, { call }, admin, binder_id);
  await meet(service, { call }, { token, binder_id, ben });
  await sections({ call }, admin, binder_id);
  await todos(service, { call }, admin, binder_id);
  await call('searchBinder', { ...binder, query: { q: 'loan', limit: 1 } });
  await call('searchAllBinders', { token, query: { q: 'loan', type: 'transaction', limit: 1 } });
  await call('findInPages', { ...binder, query: { q: 'loan agreement' } });
  await call('readFeed', { ...binder, query: { after: 0, limit: 2 } });
  await call('removeUser', { ...binder, json: { id: cleo.id } });
  const headers = { authorization: `Bearer ${token}` };
  const archive = await (await fetch(`${service.base}/${binder_id}/archive`, { headers })).blob();
  await call('deleteBinder', binder);
  const file = new File([archive], 'loan.tar');
  await call('importBinder', { token, path: { org_id }, parts: { file } });
}

type Calls = Pick<Recorder, 'call'>;
type Place = { token: string; binder_id: string };

async function pictures({ call }: Calls, { token, binder_id }: Place): Promise<void> {
  const binder = { token, path: { binder_id } };
  const me = { token, path: { user_id: 'me' } };
  await call('uploadCover', { ...binder, parts: { file: png() } });
  await call('deleteCover', binder);
  await call('uploadPicture', { ...me, parts: { file: png() } });
  await call('getPicture', me);
  await call('deletePicture', me);
  const { id: link_id } = await call('createViewLink', { ...binder, json: { expires_in: 604_800 } });
  await call('listViewLinks', binder);
  await call('revokeViewLink', { token, path: { binder_id, link_id } });
}

async function uploads({ call }: Calls, { token, binder_id }: Place): Promise<void> {
  const tus = { 'Tus-Resumable': '1.0.0' };
  const binder = { token, path: { binder_id } };
  const filename = Buffer.from('terms.txt').toString('base64');
  const length = { 'Upload-Length': '11', 'Upload-Metadata': `filename ${filename}` };
  await call('createUpload', { ...binder, headers: { ...tus, ...length } });
  const { uploads } = await call('listUploads', binder);
  const upload = { token, path: { binder_id, upload_id: uploads[0].id } };
  const type = { 'Content-Type': 'application/offset+octet-stream' };
  const send = (offset: string, text: string) =>
    call('continueUpload', { ...upload, headers: { ...tus, ...type, 'Upload-Offset': offset }, text });
  await send('0', 'Five ');
  await call('headUpload', { ...upload, headers: tus });
  await send('5', 'years.');
  await call('getUpload', upload);
  await call('deleteUpload', { ...upload, headers: tus });
}

async function clips(service: TestService, { call }: Calls, { token, binder_id }: Place): Promise<void> {
  const recording = await makeLiveRecording({ format: 'webm', seconds: 8 });
  const uploads = tusCaller(service, binder_id, token);
  const upload_id = await uploads.begin(null, 'recording.webm');
  await uploads.send(upload_id, 0, recording);
  const json = { upload_id, size: recording.length, name: 'How to file a claim', start: 2_000 };
  await call('createClip', { token, path: { binder_id }, json });
}

async function form({ call }: Calls, binder: { token: string; path: { binder_id: string } }): Promise<void> {
  const file = new File([await applicationForm()], 'application.pdf', { type: 'application/pdf' });
  const { file_id } = await call('uploadPages', { ...binder, parts: { file } });
  const list = await call('listPages', { ...binder, query: { file_id, limit: 1 } });
  const page = { token: binder.token, path: { ...binder.path, page_id: list.pages[0].id } };
  const { file_id: base_file_id } = await call('listFormFields', page);
  const values = { 'person.city': 'Köln', 'facts.2': true, county: 'East' };
  await call('fillFormFields', { ...page, json: { base_file_id, values } });
}

async function captions(
  { call }: Calls,
  binder: { token: string; path: { binder_id: string } },
): Promise<void> {
  const file = new File([new Uint8Array(makeWav())], 'talk.wav', { type: 'audio/wav' });
  const { file_id } = await call('uploadPages', { ...binder, parts: { file } });
  const list = await call('listPages', { ...binder, query: { file_id, limit: 1 } });
  const page = { token: binder.token, path: { ...binder.path, page_id: list.pages[0].id } };
  const text = 'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nThe rate is fixed.\n';
  await call('putCaptions', {
    ...page,
    query: { language: 'en' },
    text,
    headers: { 'content-type': 'text/vtt' },
  });
  await call('getCaptions', page);
  await call('deleteCaptions', page);
}

async function pages({ call }: Calls, { token, binder_id }: Place): Promise<void> {
  const binder = { token, path: { binder_id } };
  const { file_id } = await call('uploadPages', { ...binder, parts: { file: pdf() } });
  const unwanted = await call('uploadFile', { ...binder, parts: { file: pdf() } });
  await uploads({ call }, { token, binder_id });
  await call('listFiles', { ...binder, query: { limit: 1 } });
  await call('downloadFile', { token, path: { binder_id, file_id } });
  await call('makePages', { token, path: { binder_id, file_id: unwanted.file_id } });
  await call('deleteFile', { token, path: { binder_id, file_id: unwanted.file_id } });
  const list = await call('listPages', { ...binder, query: { file_id, limit: 1 } });
  const page_id = list.pages[0].id;
  const page = { token, path: { binder_id, page_id } };
  await call('downloadPage', page);
  await call('readPageText', page);
  await call('downloadPdf', binder);

  const json = { text: 'Which rate is this?', is_position_comment: true, x: 120, y: 240 };
  const { comment_id } = await call('createPageComment', { ...page, json });
  await call('listPageComments', page);
  await call('listChapters', page);
  await captions({ call }, binder);
  const comment = { token, path: { binder_id, page_id, comment_id } };
  await call('updatePageComment', { ...comment, json: { text: 'The amount is right' } });
  await call('deletePageComment', comment);
  const client_uuid = 'circle-1';
  const svg_tag = '<circle cx="120" cy="240" r="30" fill="none" stroke="red"/>';
  await call('putAnnotation', { ...page, json: { client_uuid, svg_tag } });
  await call('deleteAnnotation', { token, path: { binder_id, page_id, client_uuid } });

  await call('replaceFile', { ...page, parts: { file: pdf() } });
  await call('restoreFileVersion', { token, path: { binder_id, page_id, file_id } });
  await call('listFileVersions', page);

  const note = await call('createPage', {
    ...binder,
    json: { type: 'note', name: 'Terms', text: 'Five years.' },
  });
  const terms = { token, path: { binder_id, page_id: note.page_id } };
  await call('claimEditor', { ...terms, json: { client_uuid: 'tab-1' } });
  await call('releaseEditor', { ...terms, query: { client_uuid: 'tab-1' } });
  const link = await call('createWebLink', {
    ...binder,
    json: { url: 'https://example.com/rates', name: 'Rates' },
  });
  await call('updatePage', {
    token,
    path: { binder_id, page_id: note.page_id },
    json: { page_number: '1.5' },
  });
  await call('changePages', {
    ...binder,
    json: { pages: [{ id: page_id }, { id: note.page_id }], name: 'Loan agreement', after_id: 0 },
  });
  const { id } = await call('createBinder', { token, path: { user_id: 'me' }, json: { name: 'Archive' } });
  const archive = { token, path: { binder_id: id } };
  await form({ call }, archive);
  await call('copyPages', { ...archive, json: { source_id: binder_id, pages: [{ id: page_id }] } });
  await call('movePages', { ...archive, json: { source_id: binder_id, pages: [{ id: note.page_id }] } });
  await call('deletePages', { ...binder, query: { filter: link.page_id } });
  await call('deletePage', page);
}

async function askToRead(
  { call }: TestService,
  {
    binder: { token, path },
    actions,
    assignee,
  }: { binder: { token: string; path: { binder_id: string } }; actions: object[]; assignee: object },
) {
  const note = { type: 'note', text: 'The terms of the loan' };
  const page = await call('POST', `/${path.binder_id}/pages`, { token, json: note });
  const { page_id } = page.body.data;
  const step = { assignee, action_style: 'ACKNOWLEDGE', pages: [page_id], actions };
  const json = { title: 'Terms', content: '', steps: [step] };
  const { body } = await call('POST', `/${path.binder_id}/transactions`, { token, json });
  const { transaction_id, steps } = body.data;
  return { ...path, transaction_id, step_id: steps[0].id, page_id };
}

async function askForFiles(
  { call }: TestService,
  {
    binder: { token, path },
    actions,
    assignee,
  }: { binder: { token: string; path: { binder_id: string } }; actions: object[]; assignee: object },
) {
  const file_requests = [{ id: 'passport', label: 'Passport', required: true, max_files: 2 }];
  const step = { assignee, action_style: 'FILE_REQUEST', file_requests, actions };
  const json = { title: 'Documents', content: '', steps: [step] };
  const { body } = await call('POST', `/${path.binder_id}/transactions`, { token, json });
  const { transaction_id, steps } = body.data;
  return { ...path, transaction_id, step_id: steps[0].id };
}

async function workflow(
  service: TestService,
  { call }: Calls,
  { token, ben, cleo, org_id }: Admin,
  binder_id: string,
): Promise<void> {
  const binder = { token, path: { binder_id } };
  const actions = [
    { id: 'approve', text: 'Approve', feed_msg: 'approved the loan' },
    { id: 'reject', text: 'Reject', feed_msg: 'rejected the loan', outcome: 'rejected' },
  ];
  const steps = [{ assignee: { unique_id: 'customer-4711', org_id }, actions }];
  const json = { title: 'Loan 4711', content: '20,000 over five years', steps };
  const transaction = await call('createTransaction', { ...binder, json });
  const path = { binder_id, transaction_id: transaction.transaction_id };
  const press = { click_button_id: 'reject' };
  const step = { token: ben.token, path: { ...path, step_id: transaction.steps[0].id } };
  await call('reassignStep', { token, path: step.path, json: { user_id: ben.id } });
  await call('viewStep', step);
  await call('remindPeople', { token, path });
  await call('listWaitingSteps', { token: ben.token, query: { state: 'open', limit: 1 } });
  const away = { to: { user_id: cleo.id }, ends: service.clock.now() + 14 * DAY_MS };
  const { id: delegation_id } = await call('createDelegation', { token: ben.token, json: away });
  await call('listDelegations', { token: ben.token });
  await call('deleteDelegation', { token: ben.token, path: { delegation_id } });
  const user = { org_id, user_id: ben.id };
  const other = await call('createUserDelegation', { token, path: user, json: away });
  await call('listUserDelegations', { token, path: user });
  await call('deleteUserDelegation', { token, path: { ...user, delegation_id: other.id } });
  const link = await call('createStepLink', { ...step, json: { expires_in: 3600 } });
  await call('pressButton', { ...step, json: press });
  await call('getTransaction', { token, path });
  await call('getReceipt', { token, path });
  await call('getTransactionAudit', { token, path });
  await call('updateTransaction', {
    token,
    path,
    json: { is_active: true, due_time: 4_102_444_800_000, reminders: [3_600_000] },
  });
  await call('getLinkedStep', { token: link.token });
  await call('pressLinkedButton', { token: link.token, json: { click_button_id: 'approve' } });
  const asked = { binder, actions, assignee: { user_id: ben.id } };
  await call('readStepPage', { token: ben.token, path: await askToRead(service, asked) });
  await sendFiles(service, { call }, { token: ben.token, path: await askForFiles(service, asked) });
  await call('listTransactions', binder);
  await call('deleteTransaction', { token, path });
}

async function sendFiles(
  service: TestService,
  { call }: Calls,
  { token, path }: { token: string; path: Awaited<ReturnType<typeof askForFiles>> },
): Promise<void> {
  const query = { file_request: 'passport' };
  const { file_id } = await call('deliverFile', { token, path, query, parts: { file: pdf() } });
  await call('withdrawFile', { token, path: { ...path, file_id } });
  const at = `/${path.binder_id}/transactions/${path.transaction_id}/steps/${path.step_id}/link`;
  const link = await service.call('POST', at, { token, json: {} });
  await call('deliverLinkedFile', { token: link.body.data.token, query, parts: { file: pdf() } });
}

async function sections({ call }: Calls, { token }: Admin, binder_id: string): Promise<void> {
  const binder = { token, path: { binder_id } };
  const { id: section_id } = await call('createSection', { ...binder, json: { name: 'Contracts' } });
  await call('listSections', { ...binder, query: {} });
  const section = { token, path: { binder_id, section_id } };
  await call('updateSection', { ...section, json: { name: 'Signed contracts', after_id: 0 } });
  await call('deleteSection', section);
}

async function todos(
  service: TestService,
  { call }: Calls,
  { token, ben }: Admin,
  binder_id: string,
): Promise<void> {
  const binder = { token, path: { binder_id } };
  const due_time = service.clock.now() + DAY_MS;
  const json = { name: 'Send the contract', due_time, assignee_id: ben.id };
  const createdTodo = await call('createTodo', { ...binder, json });
  const todo = { token, path: { binder_id, todo_id: createdTodo.todos[0].id } };
  await call('listActivity', { token: ben.token, query: { filter: 'todos', limit: 1 } });
  await call('listNotifications', { token: ben.token, query: { limit: 1 } });
  await call('readNotifications', { token: ben.token, json: { up_to: Date.now() } });
  await call('updateNotificationSettings', {
    token: ben.token,
    json: { quiet_hours: { from: '20:00', to: '07:00' } },
  });
  await call('getNotificationSettings', { token: ben.token });
  await call('getPushKey', { token: ben.token });
  const { id: push_id } = await call('createPushSubscription', {
    token: ben.token,
    json: {
      endpoint: 'https://push.example.com/wpush/v2/4711',
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
      device: 'Firefox on my laptop',
    },
  });
  await call('deletePushSubscription', { token: ben.token, path: { id: push_id } });
  await call('updateTodo', { ...todo, json: { completed: true } });
  await call('listTodos', binder);
  await call('deleteTodo', todo);
}

function sound(): Uint8Array<ArrayBuffer> {
  const samples = 800;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0).toString();
  header.writeUInt32LE(36 + samples, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(8_000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples, 40);
  return new Uint8Array([...header, ...new Uint8Array(samples).fill(128)]);
}
