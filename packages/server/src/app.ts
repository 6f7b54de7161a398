import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import { fastify, LogController, type RouteOptions } from 'fastify';
import type { Config } from './config/config.ts';
import type { Environment } from './environment/environment.ts';
import { adminFeature, setupPage } from './features/admin/index.ts';
import { annotationsFeature } from './features/annotations/index.ts';
import { approvalLinkPages, approvalLinksFeature } from './features/approval-links/index.ts';
import { auditFeature } from './features/audit/index.ts';
import { avatarsFeature, pictureLinks } from './features/avatars/index.ts';
import { binderArchivesFeature } from './features/binder-archives/index.ts';
import { bindersFeature } from './features/binders/index.ts';
import { botsFeature } from './features/bots/index.ts';
import { categoriesFeature } from './features/categories/index.ts';
import { clipsFeature } from './features/clips/index.ts';
import { conversationsFeature } from './features/conversations/index.ts';
import { delegationsFeature } from './features/delegations/index.ts';
import { docsFeature } from './features/docs/index.ts';
import { embedFeature } from './features/embed/index.ts';
import { eventLogRoutes } from './features/event-logs/index.ts';
import { filesFeature } from './features/files/index.ts';
import { groupsFeature } from './features/groups/index.ts';
import { hashChainFeature } from './features/hash-chain/index.ts';
import { homeFeature } from './features/home/index.ts';
import { imageProxyRoutes } from './features/image-proxy/index.ts';
import { linkPreviewRoutes } from './features/link-previews/index.ts';
import { mailPreviewPage } from './features/mail-previews/index.ts';
import { meetRecordingsFeature } from './features/meet-recordings/index.ts';
import { meetRoomsFeature } from './features/meet-rooms/index.ts';
import { meetsFeature } from './features/meets/index.ts';
import { messagesFeature } from './features/messages/index.ts';
import { unsubscribePages } from './features/notification-mails/index.ts';
import { notificationsFeature } from './features/notifications/index.ts';
import { documentAuthorization, oauthFeature, oauthMetadata, oauthPages } from './features/oauth/index.ts';
import { orgsFeature } from './features/orgs/index.ts';
import { pageCaptionsFeature } from './features/page-captions/index.ts';
import { pageCommentsFeature } from './features/page-comments/index.ts';
import { boardRoutes, pagesFeature } from './features/pages/index.ts';
import { personalDataFeature } from './features/personal-data/index.ts';
import { profilePages } from './features/profile/index.ts';
import { pushFeature } from './features/push/index.ts';
import { type MeasureRealtime, measureRealtime, realtimeFeature } from './features/realtime/index.ts';
import { publicKeys, receiptsFeature } from './features/receipts/index.ts';
import { samlFeature } from './features/saml/index.ts';
import { followGenerations, sandboxFeature } from './features/sandbox/index.ts';
import { searchFeature } from './features/search/index.ts';
import { sectionsFeature } from './features/sections/index.ts';
import { shareLinkPages, shareLinksFeature } from './features/share-links/index.ts';
import { todosFeature } from './features/todos/index.ts';
import { transactionsFeature, transactionTemplatesFeature } from './features/transactions/index.ts';
import {
  announceTus,
  type MeasureUploads,
  measureUploads,
  uploadsFeature,
} from './features/uploads/index.ts';
import { usersFeature } from './features/users/index.ts';
import { versionsFeature } from './features/versions/index.ts';
import { webFeature } from './features/web/index.ts';
import { serveDesign, serviceUnavailablePage } from './html/index.ts';
import {
  type App,
  answerErrors,
  answerMalformedHttp,
  answerUnroutable,
  answerUnusualRequests,
  canonicalUrl,
  compileSerializer,
  compileValidator,
  createRefusalLog,
  createWebSockets,
  type Dependency,
  describeApi,
  guardInput,
  limitBodiesWithoutToken,
  logRequests,
  type Metrics,
  measureDependencies,
  newRequestId,
  readJsonBodies,
  refuseMissingIds,
  refuseOverload,
  rejectUnsupportedMediaTypes,
  removeOperatorCors,
  requireTransportSecurity,
  serveHealth,
  serveMetrics,
  traceRequests,
  type WebSockets,
} from './http/index.ts';

export interface AppParts {
  config: Config;
  environments: Environment[];
  dependencies: Dependency[];
  metrics: Metrics;
  log: Environment['log'];
  onRoute?: (route: RouteOptions) => void;
}

/** Long enough for the largest upload on a slow line. */
const REQUEST_TIMEOUT_MS = 15 * 60 * 1000;
/** Must exceed the longest long poll. */
const IDLE_CONNECTION_MS = 75_000;

/** `followGenerations` must be first, so that all other hooks run in the sandbox's current generation. */
function features(
  app: App,
  env: Environment,
  webSockets: WebSockets,
  measure: { realtime: MeasureRealtime; uploads: MeasureUploads },
): void {
  if (env.sandbox) followGenerations(app, env.sandbox);
  const tokens = oauthFeature(app, env);
  usersFeature(app, env);
  orgsFeature(app, env);
  personalDataFeature(app, env);
  auditFeature(app, env);
  adminFeature(app, env);
  samlFeature(app, env);
  bindersFeature(app, env);
  categoriesFeature(app, env);
  hashChainFeature(app, env);
  binderArchivesFeature(app, env);
  messagesFeature(app, env);
  linkPreviewRoutes(app, env);
  conversationsFeature(app, env);
  filesFeature(app, env);
  pagesFeature(app, env);
  pageCaptionsFeature(app, env);
  versionsFeature(app, env);
  uploadsFeature(app, env, measure.uploads(env.name));
  clipsFeature(app, env);
  avatarsFeature(app, env);
  shareLinksFeature(app, env);
  pageCommentsFeature(app, env);
  transactionsFeature(app, env);
  transactionTemplatesFeature(app, env);
  delegationsFeature(app, env);
  groupsFeature(app, env);
  receiptsFeature(app, env);
  approvalLinksFeature(app, env);
  annotationsFeature(app, env);
  sectionsFeature(app, env);
  todosFeature(app, env);
  homeFeature(app, env);
  notificationsFeature(app, env);
  pushFeature(app, env);
  meetsFeature(app, env);
  meetRecordingsFeature(app, env);
  searchFeature(app, env);
  embedFeature(app, env, tokens);
  botsFeature(app, env);
  eventLogRoutes(app, env);
  realtimeFeature(app, env, { tokens, webSockets, metrics: measure.realtime(env.name) });
  meetRoomsFeature(app, env, { tokens, webSockets });
  if (env.sandbox) sandboxFeature(app, env, env.sandbox);
}

export async function buildApp({
  config,
  environments,
  dependencies,
  metrics,
  log,
  onRoute,
}: AppParts): Promise<App> {
  const webSockets = createWebSockets(config.trustProxy);
  const measure = { realtime: measureRealtime(metrics), uploads: measureUploads(metrics) };
  const app: App = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    rewriteUrl: ({ url = '/' }) => canonicalUrl(url),
    bodyLimit: config.maxBodyBytes,
    trustProxy: config.trustProxy > 0 && ((_address, hop) => hop < config.trustProxy),
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: IDLE_CONNECTION_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    http: { requireHostHeader: false, shouldUpgradeCallback: webSockets.shouldUpgrade },
    clientErrorHandler: answerMalformedHttp,
    frameworkErrors: answerUnroutable,
  });
  if (onRoute) app.addHook('onRoute', onRoute);
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  app.decorateRequest('bodyText', '');
  const countRefusal = createRefusalLog(log);
  const guard = refuseOverload(app, {
    metrics,
    countRefusal,
    hops: config.trustProxy,
    page: serviceUnavailablePage,
  });
  traceRequests(app);
  logRequests(app);
  requireTransportSecurity(app, config.publicUrl);
  answerErrors(app, countRefusal);
  answerUnusualRequests(app);
  refuseMissingIds(app);
  guardInput(app);
  readJsonBodies(app);
  limitBodiesWithoutToken(app);
  rejectUnsupportedMediaTypes(app, 'application/json');
  announceTus(app, config.maxUploadBytes);
  await app.register(cors, corsOptions);
  removeOperatorCors(app);
  await app.register(multipart);
  serveMetrics(app, metrics);
  serveHealth(app, dependencies);
  measureDependencies(metrics, dependencies);
  serveDesign(app);
  for (const env of environments) {
    boardRoutes(app, env);
    pictureLinks(app, env);
    shareLinkPages(app, env);
    approvalLinkPages(app, env);
    unsubscribePages(app, env);
    mailPreviewPage(app, env);
    imageProxyRoutes(app, env);
    oauthPages(app, env, profilePages);
    oauthMetadata(app, env);
    publicKeys(app, env);
    setupPage(app, env);
    await app.register(
      async (scope) => {
        if (env.name === 'production') await describeApi(scope as App, env.basePath);
        if (env.name === 'production')
          docsFeature(app, () => documentAuthorization({ ...scope.swagger() }, env.basePath));
        features(scope as App, env, webSockets, measure);
      },
      { prefix: env.basePath },
    );
  }
  webSockets.listen(app, guard);
  webFeature(app, environments);
  return app;
}

const corsOptions = {
  origin: '*',
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  strictPreflight: false,
  allowedHeaders: [
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
    'Prefer',
    'Range',
    'Traceparent',
    'Tus-Resumable',
    'Upload-Length',
    'Upload-Defer-Length',
    'Upload-Metadata',
    'Upload-Offset',
  ],
  exposedHeaders: [
    'X-Request-Id',
    'Retry-After',
    'RateLimit-Limit',
    'RateLimit-Remaining',
    'RateLimit-Reset',
    'Idempotent-Replayed',
    'Preference-Applied',
    'Ringbinder-Ignored',
    'Content-Disposition',
    'Content-Range',
    'Location',
    'Ringbinder-File-Id',
    'Tus-Extension',
    'Tus-Max-Size',
    'Tus-Resumable',
    'Tus-Version',
    'Upload-Defer-Length',
    'Upload-Expires',
    'Upload-Length',
    'Upload-Metadata',
    'Upload-Offset',
  ],
  maxAge: 600,
};
