import { withoutSecrets } from './secrets.ts'
import { targetOf, type WireRequest } from './wire-request.ts'

/** Returns the Terraform configuration that creates the resource of a request. @param origin of the server. */
export function terraformText(request: WireRequest, origin: string): string {
  const { body, path } = request
  const name = (body as { name?: unknown }).name
  const label = typeof name === 'string' && /^[a-z][a-z0-9-]*$/.test(name) ? name : 'new'
  return `terraform {
  required_providers {
    restapi = { source = "Mastercard/restapi" }
  }
}

variable "granary_token" {
  sensitive = true
}

provider "restapi" {
  uri                  = ${hcl(origin)}
  headers              = { Authorization = "Bearer \${var.granary_token}" }
  write_returns_object = true
}

resource "restapi_object" ${hcl(label)} {
  path        = ${hcl(targetOf({ ...request, path, query: [] }))}
  create_path = ${hcl(targetOf(request))}
  data = jsonencode(${indented(hcl(withoutSecrets(body)))})
}
`
}

const indented = (text: string): string => text.replaceAll('\n', '\n  ')

/** Returns a JSON value in the syntax of HCL. */
function hcl(value: unknown): string {
  if (typeof value === 'string')
    // `${` and `%{` begin a template.
    return JSON.stringify(value).replaceAll(/[$%](?=\{)/g, (sign) => sign + sign)
  if (Array.isArray(value))
    return value.length === 0 ? '[]' : `[\n${lines(value.map((item) => `${hcl(item)},`))}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  if (fields.length === 0) return '{}'
  return `{\n${lines(fields.map(([name, field]) => `${/^[a-z_]\w*$/i.test(name) ? name : hcl(name)} = ${hcl(field)}`))}}`
}

const lines = (items: readonly string[]): string => items.map((item) => `  ${indented(item)}\n`).join('')
