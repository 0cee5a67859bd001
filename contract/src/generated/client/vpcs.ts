// Made by `npm run generate` from the contract; do not edit.
import { call, extensionCall } from '../../call.ts'

/** List firewall rules of a VPC. */
export const vpcFirewallRulesView = /* @__PURE__ */ call('vpcFirewallRulesView', 'GET', '/v1/vpc-firewall-rules')
/** Replace firewall rules of a VPC. */
export const vpcFirewallRulesUpdate = /* @__PURE__ */ call('vpcFirewallRulesUpdate', 'PUT', '/v1/vpc-firewall-rules', ['vpc-firewall-rule'])
/** List internet gateways of a VPC. */
export const internetGatewayList = /* @__PURE__ */ call('internetGatewayList', 'GET', '/v1/internet-gateways')
/** Create internet gateway. */
export const internetGatewayCreate = /* @__PURE__ */ call('internetGatewayCreate', 'POST', '/v1/internet-gateways', ['internet-gateway'])
/** Fetch internet gateway. */
export const internetGatewayView = /* @__PURE__ */ call('internetGatewayView', 'GET', '/v1/internet-gateways/{gateway}')
/** Delete internet gateway. */
export const internetGatewayDelete = /* @__PURE__ */ call('internetGatewayDelete', 'DELETE', '/v1/internet-gateways/{gateway}', ['internet-gateway', 'internet-gateway-ip-pool', 'internet-gateway-ip-address', 'router-route'])
/** List IP pools of an internet gateway. */
export const internetGatewayIpPoolList = /* @__PURE__ */ call('internetGatewayIpPoolList', 'GET', '/v1/internet-gateway-ip-pools')
/** Attach IP pool to an internet gateway. */
export const internetGatewayIpPoolCreate = /* @__PURE__ */ call('internetGatewayIpPoolCreate', 'POST', '/v1/internet-gateway-ip-pools', ['internet-gateway-ip-pool'])
/** Detach IP pool from an internet gateway. */
export const internetGatewayIpPoolDelete = /* @__PURE__ */ call('internetGatewayIpPoolDelete', 'DELETE', '/v1/internet-gateway-ip-pools/{pool}', ['internet-gateway-ip-pool'])
/** List IP addresses of an internet gateway. */
export const internetGatewayIpAddressList = /* @__PURE__ */ call('internetGatewayIpAddressList', 'GET', '/v1/internet-gateway-ip-addresses')
/** Attach IP address to an internet gateway. */
export const internetGatewayIpAddressCreate = /* @__PURE__ */ call('internetGatewayIpAddressCreate', 'POST', '/v1/internet-gateway-ip-addresses', ['internet-gateway-ip-address'])
/** Detach IP address from an internet gateway. */
export const internetGatewayIpAddressDelete = /* @__PURE__ */ call('internetGatewayIpAddressDelete', 'DELETE', '/v1/internet-gateway-ip-addresses/{address}', ['internet-gateway-ip-address'])
/** Explain reachability. */
export const vpcExplain = /* @__PURE__ */ extensionCall('vpcExplain', 'POST', '/experimental/v1/vpcs/{vpc}/reachability')
/** List routers of a VPC. */
export const vpcRouterList = /* @__PURE__ */ call('vpcRouterList', 'GET', '/v1/vpc-routers')
/** Create router. */
export const vpcRouterCreate = /* @__PURE__ */ call('vpcRouterCreate', 'POST', '/v1/vpc-routers', ['vpc-router'])
/** Fetch router. */
export const vpcRouterView = /* @__PURE__ */ call('vpcRouterView', 'GET', '/v1/vpc-routers/{router}')
/** Update router. */
export const vpcRouterUpdate = /* @__PURE__ */ call('vpcRouterUpdate', 'PUT', '/v1/vpc-routers/{router}', ['vpc-router'])
/** Delete router. */
export const vpcRouterDelete = /* @__PURE__ */ call('vpcRouterDelete', 'DELETE', '/v1/vpc-routers/{router}', ['vpc-router', 'router-route', 'vpc-subnet'])
/** List routes of a router. */
export const vpcRouterRouteList = /* @__PURE__ */ call('vpcRouterRouteList', 'GET', '/v1/vpc-router-routes')
/** Create route. */
export const vpcRouterRouteCreate = /* @__PURE__ */ call('vpcRouterRouteCreate', 'POST', '/v1/vpc-router-routes', ['router-route'])
/** Fetch route. */
export const vpcRouterRouteView = /* @__PURE__ */ call('vpcRouterRouteView', 'GET', '/v1/vpc-router-routes/{route}')
/** Update route. */
export const vpcRouterRouteUpdate = /* @__PURE__ */ call('vpcRouterRouteUpdate', 'PUT', '/v1/vpc-router-routes/{route}', ['router-route'])
/** Delete route. */
export const vpcRouterRouteDelete = /* @__PURE__ */ call('vpcRouterRouteDelete', 'DELETE', '/v1/vpc-router-routes/{route}', ['router-route'])
/** List subnets of a VPC. */
export const vpcSubnetList = /* @__PURE__ */ call('vpcSubnetList', 'GET', '/v1/vpc-subnets')
/** Create subnet. */
export const vpcSubnetCreate = /* @__PURE__ */ call('vpcSubnetCreate', 'POST', '/v1/vpc-subnets', ['vpc-subnet', 'router-route'])
/** Fetch subnet. */
export const vpcSubnetView = /* @__PURE__ */ call('vpcSubnetView', 'GET', '/v1/vpc-subnets/{subnet}')
/** Update subnet. */
export const vpcSubnetUpdate = /* @__PURE__ */ call('vpcSubnetUpdate', 'PUT', '/v1/vpc-subnets/{subnet}', ['vpc-subnet', 'router-route'])
/** Delete subnet. */
export const vpcSubnetDelete = /* @__PURE__ */ call('vpcSubnetDelete', 'DELETE', '/v1/vpc-subnets/{subnet}', ['vpc-subnet', 'router-route'])
/** List network interfaces in a subnet. */
export const vpcSubnetListNetworkInterfaces = /* @__PURE__ */ call('vpcSubnetListNetworkInterfaces', 'GET', '/v1/vpc-subnets/{subnet}/network-interfaces')
/** List VPCs. */
export const vpcList = /* @__PURE__ */ call('vpcList', 'GET', '/v1/vpcs')
/** Create VPC. */
export const vpcCreate = /* @__PURE__ */ call('vpcCreate', 'POST', '/v1/vpcs', ['vpc', 'vpc-router', 'router-route', 'internet-gateway', 'internet-gateway-ip-pool', 'vpc-subnet', 'vpc-firewall-rule'])
/** Fetch VPC. */
export const vpcView = /* @__PURE__ */ call('vpcView', 'GET', '/v1/vpcs/{vpc}')
/** Update VPC. */
export const vpcUpdate = /* @__PURE__ */ call('vpcUpdate', 'PUT', '/v1/vpcs/{vpc}', ['vpc', 'vpc-firewall-rule'])
/** Delete VPC. */
export const vpcDelete = /* @__PURE__ */ call('vpcDelete', 'DELETE', '/v1/vpcs/{vpc}', ['vpc', 'vpc-router', 'router-route', 'internet-gateway', 'internet-gateway-ip-pool', 'internet-gateway-ip-address', 'vpc-firewall-rule'])
