/** Secrets by their look, whatever they are called: tokens of well-known services, and JSON web tokens. A new pattern each time, since it remembers places. */
export function knownShape(): RegExp {
  return new RegExp(SHAPES, 'g');
}

const SHAPES = [
  // GitHub, GitLab, Slack, npm, PyPI, Docker Hub
  /gh[pousr]_\w{20,}|github_pat_\w{20,}|gl(?:pat|dt|rt|cbt|ptt|ft|soat|oas|imt|agent)-[\w.-]{16,}/,
  /xox[a-z]-[\w-]{10,}|xapp-[\w-]{10,}|npm_\w{30,}|pypi-[\w-]{16,}|dckr_[a-z]+_[\w-]{16,}/,
  // Stripe, OpenAI and Anthropic, Groq, xAI, Hugging Face, Replicate, Perplexity
  /[rsp]k_(?:live|test|prod)_\w{8,}|whsec_[\w+/=]{16,}|sk-[\w-]{16,}|gsk_\w{20,}|xai-\w{20,}|hf_\w{20,}|r8_\w{20,}|pplx-\w{20,}/,
  // AWS, Google, DigitalOcean, Databricks, Azure, Cloudflare's age keys
  /A(?:KIA|SIA|IDA|ROA|GPA|NPA|NVA|PKA|BIA|CCA)[0-9A-Z]{16}|AIza[\w-]{30,}|ya29\.[\w.-]{16,}|GOCSPX-[\w-]{16,}|1\/\/0[\w-]{30,}/,
  /do[oprt]_v1_\w{32,}|dapi[0-9a-f]{32}|AGE-SECRET-KEY-1\w{40,}/,
  // SendGrid, Twilio, Shopify, Square, Telegram, Discord, Vault, Grafana, Linear, Notion, Tailscale, Supabase, Mailgun
  /SG\.[\w-]{16,}\.[\w-]{16,}|SK[0-9a-f]{32}|shp(?:at|ca|pa|ss)_\w{32,}|sq0[a-z]{3}-[\w-]{20,}|\d{8,10}:AA[\w-]{30,}/,
  /(?<![\w-])[MNO][\w-]{23,30}\.[\w-]{6}\.[\w-]{27,}|hv[sbr]\.[\w-]{20,}|gl(?:sa|c)_\w{20,}|lin_api_\w{20,}|ntn_\w{20,}|tskey-[\w-]{16,}|sbp_\w{20,}|key-[0-9a-f]{32}/,
  /(?<![\w-])eyJ[\w-]+\.eyJ[\w-]+(?:\.[\w-]*)?/,
]
  .map(part => part.source)
  .join('|');
