import type {
  DeleteQueryBuilder,
  DeleteResult,
  InsertQueryBuilder,
  InsertResult,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely'
import type { Database } from '../../database/schema.ts'
import { rawWriter } from '../../database/session.ts'
import type { Reader } from '../context/reader.ts'

/** Tables that are no resources: links, counters, secrets that expire, and the system's own records. */
const UNLOGGED_TABLES = [
  'access_token_use',
  'alert_delivery',
  'address_lot_reservation',
  'audit_log',
  'bulk_job_item',
  'device_auth_request',
  'import_lease',
  'instance_ssh_key',
  'issue_snooze',
  'known_address',
  'network_sent',
  'power_request',
  'provisioned',
  'recovery_code',
  'saml_answer',
  'saml_assertion',
  'saml_provider_user',
  'saml_request',
  'saml_test',
  'scim_group',
  'scim_user',
  'second_factor',
  'session',
  'sign_in_attempt',
  'silo_group_member',
  'support_bundle_part',
  'switch_port_settings_address',
  'switch_port_settings_bgp',
  'update_component',
  'usage_point',
] as const satisfies readonly (keyof Database)[]

export type Unlogged = (typeof UNLOGGED_TABLES)[number]

/** Writes to tables that the change log does not cover. */
export type UnloggedWriter = {
  insertInto: <Table extends Unlogged>(table: Table) => InsertQueryBuilder<Database, Table, InsertResult>
  updateTable: <Table extends Unlogged>(
    table: Table,
  ) => UpdateQueryBuilder<Database, Table, Table, UpdateResult>
  deleteFrom: <Table extends Unlogged>(table: Table) => DeleteQueryBuilder<Database, Table, DeleteResult>
}

/** Returns the writer of the unlogged tables. A logged table does not compile. */
export const unlogged = (context: { db: Reader }): UnloggedWriter =>
  rawWriter(context) as unknown as UnloggedWriter
