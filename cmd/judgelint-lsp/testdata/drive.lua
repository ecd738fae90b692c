-- Drives Neovim through open, diagnose, fix, rename: what a person does by hand.
-- Usage: nvim --headless -u NONE -i NONE -S drive.lua, with SERVER and ROOT in
-- the environment. What was seen goes to the file OUT.
local out = assert(io.open(vim.env.OUT, "w"))
local function say(...) out:write(table.concat({ ... }, " "), "\n") end

local function findings()
  local list = {}
  for _, d in ipairs(vim.diagnostic.get(0)) do
    list[#list + 1] = string.format("%d:%d %s", d.lnum + 1, d.col + 1, d.code or (d.user_data and d.user_data.lsp.code) or "?")
  end
  table.sort(list)
  return table.concat(list, ", ")
end

local function wait(what, want)
  local ok = vim.wait(30000, function() return findings() == want end, 10)
  say(what .. ":", ok and want or ("expected " .. want .. ", found " .. findings()))
end

local function request(method, params)
  local answers = assert(vim.lsp.buf_request_sync(0, method, params, 30000))
  for _, a in pairs(answers) do
    if a.error then error(a.error.message) end
    return a.result
  end
end

local function apply(edit) vim.lsp.util.apply_workspace_edit(edit, "utf-16") end

local ok, err = pcall(function()
  vim.cmd("cd " .. vim.env.ROOT)
  vim.cmd("edit .claude/agents/reviewer.md")
  local client = assert(vim.lsp.start_client({ name = "judgelint", cmd = { vim.env.SERVER }, root_dir = vim.env.ROOT }))
  vim.lsp.buf_attach_client(0, client)
  wait("diagnose", "3:21 yaml-colon, 4:8 tools-unknown")

  vim.api.nvim_buf_set_text(0, 3, 7, 3, 11, { "Read" })
  wait("typed", "3:21 yaml-colon")

  vim.api.nvim_win_set_cursor(0, { 3, 20 })
  local params = vim.lsp.util.make_range_params(0, "utf-16")
  params.context = { diagnostics = {} }
  local actions = request("textDocument/codeAction", params)
  say("action:", actions[1].title)
  apply(actions[1].edit)
  wait("fixed", "")

  vim.api.nvim_win_set_cursor(0, { 2, 7 })
  params = vim.lsp.util.make_position_params(0, "utf-16")
  local places = request("textDocument/references", vim.tbl_extend("force", params, { context = { includeDeclaration = true } }))
  say("references:", tostring(#places))
  local edit = request("textDocument/rename", vim.tbl_extend("force", params, { newName = "auditor" }))
  apply(edit)
  say("buffer:", vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ":t"))
  vim.cmd("silent wall!")
  vim.lsp.stop_client(client)
  vim.wait(5000, function() return vim.lsp.client_is_stopped(client) end, 10)
  say("stopped")
end)
if not ok then say("error:", tostring(err)) end
out:close()
vim.cmd("qall!")
