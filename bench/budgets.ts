/** What a figure may be at the worst. */
export interface Budget {
  limit: number;
  /** `least`: the value must reach the limit. `most`: it must not exceed it. */
  sense: 'least' | 'most';
}

const atLeast = (limit: number): Budget => ({ limit, sense: 'least' });
const atMost = (limit: number): Budget => ({ limit, sense: 'most' });

/** The budgets of docs/decisions/budgets.md, by figure. A figure that is not here is only reported. */
export const budgets: Readonly<Record<string, Budget>> = {
  'post_message.32_clients': atLeast(0.5),
  'overload.one_binder.3x.goodput': atLeast(0.7),
  'overload.one_binder.3x.p99': atMost(1_000),
  'overload.one_binder.9x.goodput': atLeast(0.7),
  'overload.one_binder.9x.p99': atMost(1_000),
  'overload.many_binders.3x.goodput': atLeast(0.7),
  'overload.many_binders.3x.p99': atMost(1_000),
  'overload.many_binders.9x.goodput': atLeast(0.7),
  'overload.many_binders.9x.p99': atMost(1_000),
  'list_messages.1M_to_statement': atLeast(0.5),
  'list_messages.1M_to_1k_time': atMost(1.2),
  'list_pages.to_static_time': atMost(1.5),
  'warm_token.statements': atMost(0),
  'upload.pages_listed': atMost(1_000),
  'upload.first_thumbnail': atMost(300),
  'deliveries.rate': atLeast(3_000),
  'deliveries.dead_bot_cost': atMost(5),
  'realtime.one_binder.p99': atMost(150),
  'realtime.cpu_to_bare_ws': atMost(2),
  'realtime.idle_socket': atMost(40),
  'meets.pairs_per_core': atLeast(200),
  'meets.to_janus': atLeast(1),
  'meets.pairs_without_loss': atLeast(200),
  'meets.lost': atMost(0.5),
  'meets.memory_growth': atMost(1.2),
  'meets.recorded_lost': atMost(1),
  'composing.to_real_time': atLeast(5),
  'meets_seen.latency_p95': atMost(150),
  'meets_seen.first_picture': atMost(1_000),
  'meets_seen.recovery': atMost(3_000),
  'viewer.first_sharp_to_thumbnail': atMost(2),
  'viewer.20_viewers_to_20_pages': atMost(0.3),
  'app.open.100k_to_100_time': atMost(2),
  'app.scroll.nodes': atMost(1.3),
  'app.scroll.heap': atMost(1.5),
  'embed.chat_to_app_time': atMost(1.5),
  'start.warm': atMost(1_500),
  'memory.idle': atMost(150),
  'peers.refresh.oidc_memory.per_cpu_second': atLeast(0.7),
  'peers.refresh.oidc_postgresql.per_cpu_second': atLeast(1),
  'peers.unique_id.oidc_memory.per_cpu_second': atLeast(0.7),
  'peers.unique_id.oidc_postgresql.per_cpu_second': atLeast(1),
  'peers.post.parse_server.per_cpu_second': atLeast(5),
  'peers.post_32.parse_server.per_cpu_second': atLeast(5),
  'peers.list.parse_server.per_cpu_second': atLeast(5),
};

/** Whether a value keeps its budget; a figure without one does. */
export function isWithin(value: number, budget: Budget | undefined): boolean {
  if (!budget) return true;
  return budget.sense === 'least' ? value >= budget.limit : value <= budget.limit;
}

/** The budget as a person reads it; null where there is none. */
export function describeBudget(budget: Budget | undefined): string | null {
  return budget ? `${budget.sense === 'least' ? '≥' : '≤'} ${budget.limit}` : null;
}
