/** What tells of a machine and what is built in hardware, and programs of macOS; the format is that of `readTable`. */
export const machine = `
modinfo               | S | t* | -F: -k: -b:l -0 -a -d -l -p -n --field: --author --description --license --parameters --filename
sar                   | S | t* | -AbBdFhHqrRSuvVwWy -f:r -i: -n: -P: -s? -e? -m: -I: -p -z -o:w^C --human --pretty --iface: --dev:
pidstat               | S | t* | -dhHIlRrstuUvw -C: -G: -p: -T: -e:c^C --human
systemd-analyze       | S | sub | --user --system --no-pager --order --require --from-pattern: --to-pattern: --json: -q --quiet -H:^C -M:^C --host:^C --machine:^C
systemd-analyze time,systemd-analyze blame,systemd-analyze critical-chain,systemd-analyze calendar,systemd-analyze timespan,systemd-analyze timestamp,systemd-analyze unit-paths,systemd-analyze exit-status,systemd-analyze capability,systemd-analyze dot,systemd-analyze dump,systemd-analyze security,systemd-analyze cat-config,systemd-analyze unit-files,systemd-analyze syscall-filter,systemd-analyze condition,systemd-analyze plot | S | t* | --user --system --no-pager --iterations: --fuzz: --order --require --json: --tldr
systemd-analyze verify | C | r* | --user --system --man? --generators? --recursive-errors:
systemd-cgls,systemd-cgtop,systemd-detect-virt,systemd-path,systemd-delta | S | t* | -abcdiklmnptuvrPq -1 -n: -u: --no-pager --unit? --user-unit? --all --full --order: --depth: --iterations: --batch --container --vm --type: --diff? --raw --recursive: -r -h -s: --delay: --quiet --chroot --list --suffix: --cpu? --private-users --cvm --version --help --cgroup-id --xattr? -P -k
atq                   | S | t* | -q: -V -o:
upower                | S | t* | -dewb -i: --enumerate --dump --show-info: --wakeups --battery --monitor --monitor-detail --version -m -v -h
xdpyinfo,xlsclients,xlsfonts,xwininfo,xprop,xvinfo,eglinfo,clinfo,wayland-info | S | t* -long | -display: -queryExtensions -ext: -root -tree -name: -id: -children -stats -all -l -a -u -B -h -len: -notype -display: -m -version -font: -spy -f -frame -shape -wm -events -bits -size
xrandr                | S | - -long | -q --query --verbose --version -v --listmonitors --listactivemonitors --listproviders --prop --properties --current -d: --display: --screen: --nograb
glxinfo,vulkaninfo    | S | - | -Bltvi -display: --summary --json --text
nvidia-smi            | S | t* | -Lqx -l: -i: -d: --query-gpu: --query-compute-apps: --format: --list-gpus --id: --display: --xml-format --loop: --help -pl:^D -pm:^D -r^D -e:^D -c:^D -lgc:^D -rgc^D -ac:^D -rac^D -am:^D -caa^D -dm:^D -fdm:^D --power-limit:^D --persistence-mode:^D --gpu-reset^D --ecc-config:^D --compute-mode:^D --lock-gpu-clocks:^D --reset-gpu-clocks^D --applications-clocks:^D --reset-applications-clocks^D --format? --filename:w^C -f:w^C -h
nvidia-smi topo,nvidia-smi pmon,nvidia-smi dmon | S | t* | -m -s: -c:
apt-mark              | C | sub |
apt-mark showmanual,apt-mark showauto,apt-mark showhold | S | t* |
getcap                | S | l* | -rvn
getenforce,sestatus,aa-status,apparmor_status,getsebool,selinuxenabled | S | t* | --version --help -abv --enabled --profiled --enforced --complaining --json --pretty-json --verbose
chronyc               | C | sub | -n -c -v -a -m
chronyc tracking,chronyc sources,chronyc sourcestats,chronyc activity,chronyc ntpdata,chronyc serverstats,chronyc rtcdata,chronyc clients | S | t* | -v -a
ntpq,ntpstat          | S | t* -long | -p! -n -pn! -c:^C -4 -6
postconf              | C | t* | -n! -d! -m! -M! -a! -A! -e^D -#^D -X^D
doveconf              | S | t* | -n -a -N -f: -S -P^D
exim,sendmail,postfix,postqueue,mailq | C | t* -long | -bp! -bV! -p! -d^D
nginx                 | C | t* | -v! -V! -h! -t! -T! -q -c:r^C -p:l -s:^D -g:^D -e:
apachectl,apache2ctl,httpd,apache2 | C | t* -long | -v! -V! -l! -L! -M! -S! -t! -D: -f:r^C -k:^D
sshd                  | D | t* | -V! -T! -t! -C: -f:r
varnishd,traefik,envoy,squid,unbound,named,dnsmasq,redis-server,mongod,mysqld,postgres,etcd,memcached,rabbitmq-server,minio,prometheus,grafana-server,php-fpm,node_exporter | C | r* -long | --version! --help! -c -f:r
haproxy               | C | r* -long | -v! -vv! -c -f:r
caddy                 | C | sub |
caddy version,caddy list-modules,caddy help,caddy build-info,caddy environ | S | t* | --versions --packages
caddy validate,caddy adapt | S | - | -c:r --config:r --adapter: -a: --pretty
named-checkconf,named-checkzone,unbound-checkconf | S | t,r* | -pvz -j
iw                    | C | sub |
iw dev,iw phy,iw list,iw reg get | S | - |
iw reg                | C | sub |
iw dev_set,iw phy_set | D | t* |
rfkill list           | S | t* | -n -o: --noheadings
nmcli                 | C | sub | -t -f: -g: -e: -c: -p -m: -w: -a -s --terse --fields: --get-values: --colors: --pretty --mode: --wait: --version --escape:
nmcli device,nmcli general,nmcli connection,nmcli networking,nmcli radio | S | sub | --active --order:
nmcli device status,nmcli device show,nmcli general status,nmcli connection show,nmcli connection list,nmcli networking connectivity,nmcli device lldp | S | t* | --active --order: -p
nmcli device wifi     | C | sub |
nmcli device wifi list | S | t* | --rescan: --ifname:
nmcli device wifi rescan | C | t* |
nmcli device wifi connect,nmcli device wifi hotspot,nmcli device wifi show-password,nmcli device connect,nmcli device up,nmcli device down,nmcli device reapply,nmcli connection reload,nmcli connection load,nmcli connection clone,nmcli connection export,nmcli connection monitor,nmcli general reload,nmcli agent | D | t* |
nmcli general permissions,nmcli general hostname,nmcli general logging,nmcli device monitor,nmcli monitor | S | - |
nmcli device s        | S | t* |
nmcli connection delete,nmcli connection modify,nmcli connection add,nmcli connection down,nmcli connection up,nmcli connection import,nmcli connection edit,nmcli connection migrate,nmcli device disconnect,nmcli device delete,nmcli device set,nmcli device modify,nmcli networking off,nmcli networking on,nmcli radio all,nmcli radio wwan,nmcli radio wifi | D | t* |
resolvectl            | S | sub | --no-pager -4 -6 -i: -t: -p: --legend: --cache:
resolvectl status,resolvectl statistics,resolvectl show-cache | S | t | --no-pager
resolvectl query      | C | t* |
resolvectl flush-caches,resolvectl revert,resolvectl reset-statistics | D | t* |
lshw,hwinfo,inxi,dmidecode,cpuid,x86info,lsscsi,usb-devices,procinfo,dstat,nmon,vnstat,lsfd | S | t* -long | -short -html -xml -json -C: -c: -class: -businfo -numeric -quiet -t: -s: -q -v -V -F -b -G -S -N -D -A -M -a -d -m -w -h -l -g -x -xx -i: --short --cpu --memory --version --help --type: --string: --json --iface: --live? --traffic? --hoursgraph --hours --days --months --years --hours --fiveminutes --top --oneline? --list --generator --size --protection --graphics --audio --sensors --battery --system --network --component --partitions --disk --machine --full --admin --raw --one-cpu --filter: --all --filter -hg -tr: -r -1 --cpu-cores --log:w^C -L --kname --classic --scsi --hosts --lunhex --unit --wwn
smartctl              | D | t* | -a! -H! -i! -A! -x! -c! -d: -l:! -n: -q: -j! --all! --health! --info! --attributes! --xall! --scan! --json! --version!
ipmitool,sensors-detect,tlp,powertop,cpufreq-set,cpupower,turbostat,rdmsr,wrmsr,rtcwake,hwclock,setpci,i2cset,i2ctransfer | D | t* | --version!
i2cdetect             | C | t* | -l! -V! -y -r -q -a -F
i2cget,i2cdump        | C | t* | -y -f -r:
gpioinfo,gpiodetect   | S | t* | -c: --chip: -v -h
gpioget               | C | t* |
gpioset,gpiomon       | C | t* |
dtc                   | C | r* | -I: -O: -o:w -q -f -@ -i: -v! --version! --help!
fdtdump,fdtget        | S | r* | -s -l -p -t:
lsinitramfs,lsinitrd  | S | r* | -lm
esptool,esptool.py    | C | sub | -h --help -c: --chip: -p: --port: -b: --baud: --before: --after: --no-stub
esptool version,esptool.py version | S | - |
esptool erase_flash,esptool.py erase_flash,esptool erase-flash,esptool.py erase-flash,esptool erase_region,esptool.py erase_region,esptool write_flash,esptool.py write_flash,esptool write-flash | D | t* |
espefuse.py,espefuse,espsecure.py,espsecure,fastboot,flashrom,dfu-util,st-flash,openocd,avrdude,JLinkExe,nrfjprog,pyocd,probe-rs,bossac,stm32flash,picotool,lpc21isp,mspdebug,uuu,sunxi-fel,rkdeveloptool,heimdall,edl,teensy_loader_cli | D | sub | --version! -V! --help! -l! --list! --ids!
fastboot devices,pyocd list,probe-rs list,picotool version,picotool help,probe-rs help,pyocd help | S | t* | -l
picotool info,fastboot getvar,probe-rs info | C | t* |
adb                   | C | sub | -s: -d -e -H:^C -P:
adb version,adb help  | S | t* |
adb reboot,adb root,adb remount,adb sideload,adb uninstall,adb disable-verity,adb restore,adb emu | D | t* |
arduino-cli           | C | sub | --format: --json -v --config-file:r
arduino-cli version,arduino-cli help | S | t* |
arduino-cli board,arduino-cli core,arduino-cli lib,arduino-cli config | C | sub |
arduino-cli board list,arduino-cli board listall,arduino-cli core list,arduino-cli lib list,arduino-cli config dump | S | t* | --format: --json --all --updatable
pio,platformio        | C | sub | --version --help
pio system,pio device,pio pkg,pio project,pio boards | C | sub |
pio system info,pio device list,pio pkg list,pio project config | S | t* | --json-output -d:l -e: -g
mdls                  | S | l* | -name: -raw -nullMarker: -plist:w^C
plutil                | C | t* -long | -p! -lint! -s -- -convert:^C -o:w -extract:! -type:!
ioreg                 | S | t* | -abcdfilprtwxy -b -d: -n: -c: -k: -w: -p: -r
pbpaste               | S | t* -long | -Prefer: -pboard:
codesign              | C | t* | -d! -v --verbose? --verify! --display! --deep --strict --entitlements: --requirements:
xcode-select          | D | t* | -p! --print-path! -v! --version! --install^C
xcodebuild            | C | t* -long | -version! -showsdks! -list! -showBuildSettings! -usage! -help! -json -project:r -workspace:r -scheme: -sdk: -target: -configuration: -license^D
simctl                | C | sub |
simctl list,simctl help,simctl listapps | S | t* | -j --json -v
simctl delete,simctl erase,simctl shutdown,simctl uninstall,simctl keychain | D | t* |
lipo                  | C | r* -long | -info! -archs! -detailed_info! -output:w
sips                  | C | t* | -g:! --getProperty:! -1 -s^C -Z:^C -z^C -r:^C -o:w --out:w
softwareupdate        | D | t* | -l!^C --list!^C --history! --schedule!
tmutil                | D | sub |
tmutil listbackups,tmutil latestbackup,tmutil destinationinfo,tmutil status,tmutil version,tmutil machinedirectory,tmutil isexcluded,tmutil uniquesize,tmutil listlocalsnapshots,tmutil listlocalsnapshotdates | S | t* |
pmset                 | D | t* | -g!
scutil                | D | t* | --get! --dns! --proxy! --nwi! -r! -w!
networksetup          | D | t* -long | -listallhardwareports! -listallnetworkservices! -getinfo! -getdnsservers! -getairportnetwork! -listnetworkserviceorder! -getwebproxy! -version! -help! -listpreferredwirelessnetworks:! -getmacaddress:! -getsearchdomains:! -getcurrentlocation! -listlocations! -getsecurewebproxy:! -getairportpower:! -getproxybypassdomains:! -printcommands! -listVLANs! -getnetworkserviceenabled:! -getMTU:! -getMedia:! -getsocksfirewallproxy:! -getftpproxy:! -getautoproxyurl:! -getproxyautodiscovery:! -getv6automatic:! -isBOND:! -listBonds!
diskutil list,diskutil info,diskutil activity,diskutil listFilesystems,diskutil verifyVolume,diskutil verifyDisk,diskutil listfilesystems | S | t* | -plist -all
spctl                 | D | t* | --status! -a! --assess! -v -vv -vvv -t: --type: --verbose
csrutil               | D | sub |
csrutil status        | S | t* |
nvram                 | D | t* | -p! -x
systemsetup           | D | t* -long | -gettimezone! -gettime! -getdate! -getcomputername! -getremotelogin! -getsleep! -version!
hdiutil               | D | sub |
hdiutil attach        | C | r* -long | -readonly -nobrowse -quiet -mountpoint:w -noverify
hdiutil info,hdiutil imageinfo,hdiutil isencrypted,hdiutil verify | S | t* |
fdesetup              | D | sub |
fdesetup status,fdesetup isactive | S | t* |
security              | D | sub | -q -v
security list-keychains,security find-certificate,security default-keychain,security find-identity | S | t* | -a -p -v -Z -c: -e: -d: -s:^D
airport               | C | t* | -I! --getinfo! -s!^C
allmemory,footprint,vmmap,nettop | C | t* |
kextstat,hostinfo,machine,sw_vers | S | t* -long | -l -b: -productName -productVersion -buildVersion --productVersion
rfkill                | S | sub | -J -r -n -o: --json --raw --noheadings --output: --output-all
rfkill event          | C | t* |
rfkill block,rfkill unblock,rfkill toggle | D | t* |
iwlist                | S | t* | --version --help
fwupdmgr              | D | sub | --version! --help! --json --no-pager -v
fwupdmgr get-devices,fwupdmgr get-topology,fwupdmgr get-history,fwupdmgr get-results,fwupdmgr get-plugins,fwupdmgr get-bios-settings,fwupdmgr security,fwupdmgr hwids | S | t* | --json --verbose -v --show-all --no-unreported-check --force
fwupdmgr get-updates,fwupdmgr get-upgrades,fwupdmgr refresh,fwupdmgr get-remotes,fwupdmgr get-releases,fwupdmgr search | C | t* | --force --json
nvidia-smi mig        | S | t* -long | -lgip -lgi -lcip -lci -i: -gi: -ci: --id: --list-gpu-instances --list-gpu-instance-profiles --list-compute-instances --list-compute-instance-profiles --help -h -cgi:^D -cci:^D -C^D -dci^D -dgi^D --create-gpu-instance:^D --create-compute-instance:^D --default-compute-instance^D --destroy-gpu-instance^D --destroy-compute-instance^D
lstopo,hwloc-ls,lstopo-no-graphics | S | w* -long | --of: --output-format: --no-factorize --factorize --no-io --no-icaches --palette: --physical --logical -p -l --version --help -v -i: --input: --only: --filter: --merge --whole-system --top
chronyc makestep,chronyc settime,chronyc manual,chronyc add,chronyc delete,chronyc burst,chronyc offline,chronyc online,chronyc shutdown,chronyc reset,chronyc allow,chronyc deny,chronyc local,chronyc trimrtc | D | t* |
leaks                 | C | sub |
diskutil              | D | sub |
diskutil apfs,diskutil coreStorage,diskutil cs,diskutil appleRAID | D | sub |
diskutil apfs list,diskutil apfs listUsers,diskutil apfs listSnapshots,diskutil apfs listVolumeGroups,diskutil cs list,diskutil coreStorage list,diskutil appleRAID list | S | t* | -plist
`;
