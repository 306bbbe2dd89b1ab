/**
 * Adds `tenant_id = …` to every select, update and delete on a tenant table, so that no query can forget it and the
 * planner sees a constant. Row security is an independent second layer.
 */
import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type DeleteQueryNode,
  IdentifierNode,
  type JoinNode,
  type KyselyPlugin,
  OnNode,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  ReferenceNode,
  type SelectQueryNode,
  TableNode,
  type UpdateQueryNode,
  ValueNode,
  WhereNode,
} from 'kysely'
import { tablesWithoutTenant } from './tables-without-tenant.ts'

const withoutTenant = new Set<string>([...tablesWithoutTenant, 'tenant'])

/** Name or alias of a tenant table; undefined for anything else. */
const tenantTable = (node: OperationNode): string | undefined => {
  if (AliasNode.is(node)) {
    if (!TableNode.is(node.node) || withoutTenant.has(node.node.table.identifier.name)) return undefined
    return IdentifierNode.is(node.alias) ? node.alias.name : undefined
  }
  if (!TableNode.is(node) || withoutTenant.has(node.table.identifier.name)) return undefined
  return node.table.identifier.name
}

class TenantTransformer extends OperationNodeTransformer {
  readonly #tenantId: string
  /** names of common table expressions, which are already filtered */
  readonly #expressions = new Set<string>()

  constructor(tenantId: string) {
    super()
    this.#tenantId = tenantId
  }

  #condition(table: string): BinaryOperationNode {
    return BinaryOperationNode.create(
      ReferenceNode.create(ColumnNode.create('tenant_id'), TableNode.create(table)),
      OperatorNode.create('='),
      ValueNode.create(this.#tenantId),
    )
  }

  #remember(node: { with?: SelectQueryNode['with'] }): void {
    for (const expression of node.with?.expressions ?? [])
      this.#expressions.add(expression.name.table.table.identifier.name)
  }

  #where(existing: WhereNode | undefined, sources: readonly OperationNode[]): WhereNode | undefined {
    let where = existing
    for (const source of sources) {
      const table = tenantTable(source)
      if (table === undefined || this.#expressions.has(table)) continue
      const condition = this.#condition(table)
      where = where ? WhereNode.create(AndNode.create(where.where, condition)) : WhereNode.create(condition)
    }
    return where
  }

  protected override transformJoin(node: JoinNode): JoinNode {
    const join = super.transformJoin(node)
    const table = tenantTable(join.table)
    if (table === undefined || this.#expressions.has(table) || !join.on) return join
    return { ...join, on: OnNode.create(AndNode.create(join.on.on, this.#condition(table))) }
  }

  protected override transformSelectQuery(node: SelectQueryNode): SelectQueryNode {
    this.#remember(node)
    const select = super.transformSelectQuery(node)
    const where = this.#where(select.where, select.from?.froms ?? [])
    // guard: tenant-filter
    return where ? { ...select, where } : select
  }

  protected override transformUpdateQuery(node: UpdateQueryNode): UpdateQueryNode {
    this.#remember(node)
    const update = super.transformUpdateQuery(node)
    const where = this.#where(update.where, [
      ...(update.table ? [update.table] : []),
      ...(update.from?.froms ?? []),
    ])
    return where ? { ...update, where } : update
  }

  protected override transformDeleteQuery(node: DeleteQueryNode): DeleteQueryNode {
    this.#remember(node)
    const remove = super.transformDeleteQuery(node)
    const where = this.#where(remove.where, [...remove.from.froms, ...(remove.using?.tables ?? [])])
    return where ? { ...remove, where } : remove
  }
}

export const tenantPlugin = (tenantId: string): KyselyPlugin => ({
  transformQuery: ({ node }) => new TenantTransformer(tenantId).transformNode(node),
  transformResult: async ({ result }) => result,
})
